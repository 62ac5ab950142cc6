import { UNASKED } from '../desk/answers.js';
import { connectMcpRemote } from '../drivers/mcp-remote.js';
import { connectSdkV1 } from '../drivers/sdk-v1.js';
import { connectSdkV2, type Mode } from '../drivers/sdk-v2.js';
import { both, isRecord, omitting, rewriting, showing, type View } from '../views.js';
import type { Difference, Entry } from './entry.js';

/** The v1 client puts the code of an error before its message. */
export const prefixed: View = rewriting((name, value) =>
  name === 'error' && isRecord(value)
    ? { ...value, message: `MCP error ${value['code']}: ${value['message']}` }
    : value,
);

/** The official clients keep this to themselves. */
const settled = omitting('resultType');

/** A client that cannot ask is told what is missing. */
export function unasked(because: string, view: View): Difference {
  return { view: (_, revision) => view({ error: UNASKED }, revision), verdict: 'no', because };
}

function sdkV1(installed: string, revision: string): Entry {
  return {
    title: '`@modelcontextprotocol/sdk`',
    installed,
    ways: ['HTTP', 'stdio'],
    connect: (way, address, user) => connectSdkV1(installed, way, address, user),
    revision,
    view: prefixed,
    lacks: {},
    differs: {},
  };
}

/** From before there were one endpoint for HTTP and questions. */
function earlySdkV1(installed: string): Entry {
  const question = unasked('it has no elicitation', prefixed);
  return { ...sdkV1(installed, '2024-11-05'), ways: ['stdio'], differs: { question } };
}

export const SDK_V1: readonly Entry[] = [
  earlySdkV1('sdk-1.0'),
  earlySdkV1('sdk-1.6'),
  sdkV1('sdk-1.13', '2025-06-18'),
  sdkV1('sdk-1.20', '2025-06-18'),
  sdkV1('@modelcontextprotocol/sdk', '2025-11-25'),
];

function sdkV2(mode: Mode, called: string, revision: Entry['revision']): Entry {
  return {
    title: '`@modelcontextprotocol/client`',
    mode: called,
    installed: '@modelcontextprotocol/client',
    ways: ['HTTP', 'stdio'],
    connect: (way, address, user) => connectSdkV2(mode, way, address, user),
    revision,
    view: settled,
    lacks: {},
    differs: { bare: { view: showing({ tools: [] }) } }, // It does not even ask.
  };
}

export const SDK_V2: readonly Entry[] = [
  sdkV2('legacy', 'legacy', '2025-11-25'),
  sdkV2('auto', 'auto', '2026-07-28'),
  sdkV2({ pin: '2026-07-28' }, 'pinned', '2026-07-28'),
];

function mcpRemote(mode: 'legacy' | 'auto', revision: Entry['revision']): Entry {
  return {
    title: '`mcp-remote`',
    mode,
    installed: 'mcp-remote',
    ways: ['HTTP'],
    connect: (_, address, user) => connectMcpRemote(mode, address, user),
    revision,
    view: both(settled, prefixed),
    lacks: {},
    differs: {},
  };
}

export const MCP_REMOTE: readonly Entry[] = [mcpRemote('legacy', '2025-11-25'), mcpRemote('auto', '2026-07-28')];
