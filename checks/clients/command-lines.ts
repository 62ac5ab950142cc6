import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Address, type Client, type Entry, fileOf, type User, type Way } from './client.js';
import { UNASKED } from './desk/answers.js';
import { both, isRecord, omitting, rewriting, showing } from './views.js';

// Clients that are programs of a terminal.

const LIMITS = { timeout: 30_000, killSignal: 'SIGKILL' } as const;
const execute = promisify(execFile);

interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a program of Node to its end, for half a minute at most. */
async function run(program: string, args: readonly string[], options: { env: NodeJS.ProcessEnv }): Promise<Ended> {
  try {
    return { code: 0, ...(await execute(process.execPath, [program, ...args], { ...LIMITS, ...options })) };
  } catch (error) {
    const { code, stdout, stderr }: Ended = error as Ended; // Those of a program that has not started are missing.
    if (typeof code === 'number') return { code, stdout, stderr };
    throw new Error(`${program} did not end by itself:\n${stdout}\n${stderr}`, { cause: error });
  }
}

const CLIENTS = '@modelcontextprotocol/inspector/clients';
const pairs = (values: object) => Object.entries(values).map(([key, value]) => `${key}=${value}`);

/** Connects `mcp-inspector --cli`, which is a process for each request. */
async function connectInspector(way: Way, address: Address): Promise<Client> {
  const { env, remove } = await account();
  const ask = async (method: string, ...options: string[]) => {
    const asked = ['--protocol-era', 'auto', '--format', 'json', '--method', method, ...options];
    const args = ['--cli', ...targetOf(way, address), ...asked];
    return answerIn(await run(fileOf(`${CLIENTS}/launcher/build/index.js`), args, { env })).result;
  };
  return {
    listPrompts: () => ask('prompts/list'),
    getPrompt: (call) => ask('prompts/get', '--prompt-name', call.name, ...given('--prompt-args', call.arguments)),
    listTools: () => ask('tools/list'),
    callTool: (call) => ask('tools/call', '--tool-name', call.name, ...given('--tool-arg', call.arguments)),
    listResources: () => ask('resources/list'),
    readResource: (uri) => ask('resources/read', '--uri', uri),
    close: remove,
  };
}

function given(option: string, values: object): string[] {
  return Object.keys(values).length === 0 ? [] : [option, ...pairs(values)];
}

/** Connects `mcpdo`: its daemon holds the connection, and each request is a process that talks to that. */
async function connectMcpdo(way: Way, address: Address, user: User): Promise<Client> {
  const { env, remove } = await account();
  const mcpdo = async (...words: string[]) => {
    const args = ['--format', 'json', '--connection', 'desk', ...words];
    return answerIn(await run(fileOf(`${CLIENTS}/mcpdo/build/mcp-bin.js`), args, { env }));
  };
  await mcpdo('connect', '--era', 'auto', '--', ...targetOf(way, address));
  return {
    listPrompts: () => mcpdo('prompts/list'),
    async getPrompt(call) {
      const { elicitationPending: asked, ...answer } = await mcpdo(
        'prompts/get',
        call.name,
        ...given('--prompt-args', call.arguments),
      );
      if (asked === undefined) return answer;
      const form = user.answer(asked.message, asked.requestedSchema);
      return mcpdo('elicitation/respond', asked.elicitationId, JSON.stringify(form));
    },
    complete: ({ ref, argument }) => {
      const options = { 'ref-type': ref.type, ref: ref.name, 'arg-name': argument.name, 'arg-value': argument.value };
      return mcpdo(
        'prompts/complete',
        ...Object.entries(options).flatMap(([key, value]) => [`--complete-${key}`, value]),
      );
    },
    listTools: () => mcpdo('tools/list'),
    callTool: (call) => mcpdo('tools/call', call.name, JSON.stringify(call.arguments)),
    listResources: () => mcpdo('resources/list'),
    readResource: (uri) => mcpdo('resources/read', uri),
    async close() {
      await run(fileOf(`${CLIENTS}/mcpdo/build/mcp-bin.js`), ['daemon', 'stop'], { env });
      await remove();
    },
  };
}

function targetOf(way: Way, { url, command, args }: Address): string[] {
  return way === 'stdio' ? [command, ...args] : [url];
}

/** A home of its own, so that no program finds the settings of the user who runs this. */
async function account() {
  const home = await mkdtemp(join(tmpdir(), 'clients-'));
  const env = {
    ...process.env,
    HOME: home,
    XDG_CONFIG_HOME: home,
    MCP_CATALOG_PATH: join(home, 'mcp.json'),
    MCP_INSPECTOR_DAEMON_DIR: join(home, 'daemon'),
    MCP_INSPECTOR_DAEMON_TOKEN: randomBytes(32).toString('base64url'),
  };
  return { home, env, remove: () => rm(home, { recursive: true }) };
}

/** What it shows: the result, also of a tool that fails, or of an error the message. Both show in the exit code. */
function answerIn({ code, stdout, stderr }: Ended) {
  if (stdout === '') throw new Error(JSON.parse(stderr).error.message);
  const answer = JSON.parse(stdout);
  const isError = (answer.result ?? answer).isError === true;
  if (isError !== (code !== 0)) throw new Error(`It ends with ${code} after ${stdout}`);
  return answer;
}

/** Each request is a run of the command line, with an account of its own that knows nothing but the desk. */
async function connectMcporter(way: Way, { url, command, args }: Address): Promise<Client> {
  const { home, env, remove } = await account();
  const config = join(home, 'mcporter.json');
  const desk = way === 'stdio' ? { command, args } : { baseUrl: url };
  await writeFile(config, JSON.stringify({ mcpServers: { desk }, imports: [] }));
  const ask = async (...words: string[]) => {
    const { code, stdout, stderr } = await run(fileOf('mcporter/dist/cli.js'), ['--config', config, ...words], { env });
    if (stdout === '') throw new Error(`mcporter ends with ${code} and says nothing but ${stderr}`);
    return JSON.parse(stdout);
  };
  return {
    async listTools() {
      const { tools }: { tools: { options?: unknown }[] } = await ask('list', 'desk', '--json', '--schema');
      return { tools: tools.map((tool) => ({ ...tool, options: undefined })) }; // Of its own command line.
    },
    callTool: (call) => ask('call', `desk.${call.name}`, '--args', JSON.stringify(call.arguments), '--output', 'json'),
    listResources: () => ask('resource', 'desk', '--json'),
    readResource: (uri) => ask('resource', 'desk', uri, '--json'),
    close: remove,
  };
}

const NO_PROMPTS = 'the client supports only tools and resources';
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
  lacks: {
    completion: 'no completion option',
    change: 'the client starts a process for each request',
  },
  differs: {
    question: {
      view: showing({ error: { message: UNASKED.message } }),
      verdict: 'no',
      because: 'the client does not declare elicitation',
    },
  },
};

export const MCPDO: Entry = {
  ...inspected,
  title: '`mcpdo`',
  mode: 'MCP Inspector',
  connect: connectMcpdo,
  lacks: { change: 'the daemon receives the notification, but does not show it' },
  differs: {
    completion: {
      view: showing({ values: ['tea'], total: 1, hasMore: false }),
      verdict: 'partly',
      because: 'the client does not send the other arguments',
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
