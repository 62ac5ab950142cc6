import { UNASKED } from '../desk/answers.js';
import { connectInspector, connectMcpdo } from '../drivers/inspector.js';
import { connectMcporter } from '../drivers/mcporter.js';
import { both, isRecord, omitting, rewriting, showing } from '../views.js';
import type { Entry } from './entry.js';

const NO_PROMPTS = 'it supports only tools and resources';
const LISTS = ['prompts', 'tools', 'resources'];

/** Of a list it shows the entries, and of an error the message. */
const excerpt = rewriting((name, value) => {
  if (!isRecord(value)) return value;
  if (name === 'error') return { message: value['message'] };
  const list = LISTS.find((key) => Array.isArray(value[key]));
  return list === undefined ? value : { [list]: value[list] };
});

const inspected = {
  installed: '@modelcontextprotocol/inspector',
  ways: ['HTTP', 'stdio'] as const,
  revision: '2026-07-28',
  view: both(omitting('resultType'), excerpt),
};

export const INSPECTOR: Entry = {
  ...inspected,
  title: '`mcp-inspector --cli`',
  connect: connectInspector,
  lacks: { completion: 'it has no option for it', change: 'it starts a process for each request' },
  differs: {
    question: {
      view: showing({ error: { message: UNASKED.message } }),
      verdict: 'no',
      because: 'it does not declare elicitation',
    },
  },
};

export const MCPDO: Entry = {
  ...inspected,
  title: '`mcpdo`',
  mode: 'of the inspector',
  connect: connectMcpdo,
  lacks: { change: 'its daemon receives the notification, but does not show it' },
  differs: {
    completion: {
      view: showing({ values: ['tea'], total: 1, hasMore: false }),
      verdict: 'partly',
      because: 'it does not send the other arguments',
    },
  },
};

export const MCPORTER: Entry = {
  title: '`mcporter`',
  installed: 'mcporter',
  ways: ['HTTP', 'stdio'],
  connect: connectMcporter,
  revision: '2025-11-25',
  lacks: {
    list: NO_PROMPTS,
    get: NO_PROMPTS,
    content: NO_PROMPTS,
    refusal: NO_PROMPTS,
    completion: NO_PROMPTS,
    question: NO_PROMPTS,
    change: NO_PROMPTS,
  },
  differs: {
    tools: {
      view: both(
        omitting('title', 'annotations'),
        rewriting((name, value) => (name === 'called' ? { total: 5 } : value)),
      ),
    },
  },
};
