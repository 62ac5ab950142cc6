import { createInterface } from 'node:readline';
import { definePack, mount, Runtime } from '@cuecard/core';
import { createPlayground } from '@cuecard/cli/playground';
import { serveHttp } from '@cuecard/server';
import { desk, edited } from './desk.mjs';
import { hostile } from './hostile.mjs';
import { thousands } from './thousands.mjs';

// Serves a scene with the page, and prints its address. Lines on the input change what is served:
// `edit WORDS`, `break`, `fix`, `log WORDS`, `stop`.

const SCENES = { desk, hostile, thousands };
const PROBLEM = {
  code: 'syntax',
  severity: 'error',
  summary: 'Expected `,` or `)` but found `;`',
  fix: 'Close the bracket of line 12.',
  where: { path: 'src/prompts/explain-error.ts', line: 12, column: 34 },
  frame:
    '  11 |   render({ trace }: Args) {\n> 12 |     return user(`Explain ${trace}`;\n     |                                   ^\n  13 |   }',
};

const [scene = 'desk', port = '0'] = process.argv.slice(2);
const named = SCENES[scene];
const pack = definePack({
  name: 'orders',
  version: '1.4.0',
  tags: ['shop'],
  tools: named.tools ?? [],
  resources: named.resources ?? [],
});
const entriesOf = (prompts) => [...prompts, ...(named.tools ? [mount(pack)] : [])];

const runtime = runtimeOf(named.prompts);
const listeners = new Set();
let problems = [];

const playground = createPlayground({
  runtime,
  name: 'harbour-desk',
  title: 'Harbour desk',
  version: '1.4.0',
  problems: () => problems,
  onEvent: (listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  sourceOf: ({ name, kind }) => ({ path: `src/${kind.name}s/${name.replaceAll('_', '-')}.ts`, line: 14 }),
  open: async ({ path, line }) => void process.stdout.write(`open ${path}:${line}\n`),
  connections: () => [
    { client: 'Claude Code', text: 'claude mcp add --transport http harbour-desk http://localhost:3917/mcp' },
    {
      client: 'VS Code',
      text: '{\n  "servers": {\n    "harbour-desk": { "type": "http", "url": "http://localhost:3917/mcp" }\n  }\n}',
    },
    {
      client: 'Cursor',
      text: '{\n  "mcpServers": {\n    "harbour-desk": { "url": "http://localhost:3917/mcp" }\n  }\n}',
    },
  ],
});
const server = await serveHttp(playground.served, {
  name: 'harbour-desk',
  version: '1.4.0',
  port: Number(port),
  fallback: playground.listener,
});
process.stdout.write(`${playground.urlFor(server.url)}\n`);

const COMMANDS = {
  edit(words) {
    runtime.become(runtimeOf(named.prompts.map((each) => (each.name === 'explain_error' ? edited(words) : each))));
    tell({ type: 'reloaded', changed: ['prompt explain_error'], ms: 17 });
  },
  break() {
    problems = [PROBLEM];
    tell({ type: 'problems', problems });
  },
  log(message) {
    tell({ type: 'log', level: 'warning', message });
  },
  fix() {
    problems = [];
    tell({ type: 'problems', problems });
  },
  async stop() {
    playground.close();
    await server.close();
    process.exit();
  },
};

for await (const line of createInterface(process.stdin)) {
  const [command, ...words] = line.split(' ');
  await COMMANDS[command]?.(words.join(' '));
}

function tell(event) {
  for (const listener of listeners) listener(event);
}

function runtimeOf(prompts) {
  const quiet = { error() {}, warn() {} }; // Prompts throw on purpose.
  const limits = { messages: 2000, blocks: 2000, answerBytes: 20_000_000 };
  return new Runtime({ prompts: entriesOf(prompts), limits, logger: quiet });
}
