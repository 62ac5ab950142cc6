import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Address, Client, User, Way } from '../client.js';
import { type Ended, fileOf, run } from '../command.js';

const CLIENTS = '@modelcontextprotocol/inspector/clients';
const pairs = (values: object) => Object.entries(values).map(([key, value]) => `${key}=${value}`);

/** Connects `mcp-inspector --cli`, which is a process for each request. */
export async function connectInspector(way: Way, address: Address): Promise<Client> {
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
export async function connectMcpdo(way: Way, address: Address, user: User): Promise<Client> {
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

/** A home of its own, so that neither finds anything of who runs this. */
async function account() {
  const home = await mkdtemp(join(tmpdir(), 'inspector-'));
  const env = {
    ...process.env,
    HOME: home,
    MCP_CATALOG_PATH: join(home, 'mcp.json'),
    MCP_INSPECTOR_DAEMON_DIR: join(home, 'daemon'),
    MCP_INSPECTOR_DAEMON_TOKEN: randomBytes(32).toString('base64url'),
  };
  return { env, remove: () => rm(home, { recursive: true }) };
}

/** What it shows: the result, also of a tool that fails, or of an error the message. Both show in the exit code. */
function answerIn({ code, stdout, stderr }: Ended) {
  if (stdout === '') throw new Error(JSON.parse(stderr).error.message);
  const answer = JSON.parse(stdout);
  const isError = (answer.result ?? answer).isError === true;
  if (isError !== (code !== 0)) throw new Error(`It ends with ${code} after ${stdout}`);
  return answer;
}
