import { EventEmitter, once } from 'node:events';
import { Client as ClientV2, StreamableHTTPClientTransport as HttpV2 } from '@modelcontextprotocol/client';
import { StdioClientTransport as StdioV2 } from '@modelcontextprotocol/client/stdio';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as StdioV1 } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport as HttpV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { ElicitRequestSchema, ResourceUpdatedNotificationSchema } from '@modelcontextprotocol/sdk/types.js';

/** The connection to a service: over HTTP with a token, or over stdio to its own process. */
export type Connection =
  | { readonly url: string; readonly token: string }
  | { readonly args: string[]; readonly env: Record<string, string> };

export type ClientName = 'v1' | 'v2 legacy' | 'v2 2026-07-28';

export const CLIENTS: readonly ClientName[] = ['v1', 'v2 legacy', 'v2 2026-07-28'];

type Args = Readonly<Record<string, unknown>>;
type Ref = { type: 'ref/prompt'; name: string } | { type: 'ref/resource'; uri: string };

/** A user with an official client. */
export interface Person {
  names(): Promise<object>;
  prompt(name: string, args: Record<string, string>): Promise<unknown>;
  complete(ref: Ref, argument: { name: string; value: string }): Promise<readonly string[]>;
  call(name: string, args: Args): Promise<unknown>;
  read(uri: string): Promise<unknown>;
  /** Subscribes to a resource. `heard` collects its updates. */
  watch(uri: string): Promise<void>;
  readonly heard: string[];
  /** Waits for the next update of a resource. */
  nextUpdate(): Promise<void>;
  /** The messages of all elicitations. */
  readonly asked: string[];
  /** Whether the user confirms. */
  sure: boolean;
  close(): Promise<void>;
}

const identity = { name: 'desk', version: '1.0.0' };
const capabilities = { elicitation: { form: {} } };

export async function meet(name: ClientName, connection: Connection): Promise<Person> {
  const state = { heard: [] as string[], asked: [] as string[], sure: true };
  const updates = new EventEmitter();
  const onUpdate = (uri: string) => {
    state.heard.push(uri);
    updates.emit('update');
  };
  const answer = (message: string) => {
    state.asked.push(message);
    return { action: 'accept' as const, content: { sure: state.sure } };
  };
  const { client, watch } =
    name === 'v1' ? await meetV1(connection, answer, onUpdate) : await meetV2(name, connection, answer, onUpdate);
  return Object.assign(state, {
    names: () => namesOf(client),
    prompt: (prompt: string, args: Record<string, string>) =>
      answerTo(client.getPrompt({ name: prompt, arguments: args })),
    complete: async (ref: Ref, argument: { name: string; value: string }) =>
      (await client.complete({ ref, argument })).completion.values,
    call: (tool: string, args: Args) => answerTo(client.callTool({ name: tool, arguments: { ...args } })),
    read: (uri: string) => answerTo(client.readResource({ uri })),
    watch,
    nextUpdate: async () => void (await once(updates, 'update')),
    close: () => client.close(),
  });
}

type Answer = (message: string) => { action: 'accept'; content: { sure: boolean } };
type OnUpdate = (uri: string) => void;

async function meetV1(connection: Connection, answer: Answer, onUpdate: OnUpdate) {
  const client = new ClientV1(identity, { capabilities });
  client.setRequestHandler(ElicitRequestSchema, async ({ params }) => answer(params.message));
  client.setNotificationHandler(ResourceUpdatedNotificationSchema, ({ params }) => onUpdate(params.uri));
  const transport =
    'url' in connection
      ? new HttpV1(new URL(connection.url), requestOf(connection.token))
      : new StdioV1(processOf(connection));
  await client.connect(transport as Parameters<typeof client.connect>[0]);
  return { client, watch: async (uri: string) => void (await client.subscribeResource({ uri })) };
}

async function meetV2(name: ClientName, connection: Connection, answer: Answer, onUpdate: OnUpdate) {
  const mode = name === 'v2 legacy' ? 'legacy' : { pin: '2026-07-28' };
  const client = new ClientV2(identity, { capabilities, versionNegotiation: { mode } });
  client.setRequestHandler('elicitation/create', async ({ params }) => answer(params.message));
  client.setNotificationHandler('notifications/resources/updated', ({ params }) => onUpdate(params.uri));
  await client.connect(
    'url' in connection
      ? new HttpV2(new URL(connection.url), requestOf(connection.token))
      : new StdioV2(processOf(connection)),
  );
  const watch = async (uri: string) =>
    void (mode === 'legacy'
      ? await client.subscribeResource({ uri })
      : await client.listen({ resourceSubscriptions: [uri] }));
  return { client, watch };
}

function requestOf(token: string) {
  return { requestInit: { headers: { authorization: `Bearer ${token}` } } };
}

function processOf({ args, env }: { args: string[]; env: Record<string, string> }) {
  return { command: process.execPath, args, env };
}

/** Returns the names or URIs of all lists. */
async function namesOf(client: ClientV1 | ClientV2): Promise<object> {
  return {
    prompts: (await client.listPrompts()).prompts.map(({ name }) => name),
    tools: (await client.listTools()).tools.map(({ name }) => name),
    resources: (await client.listResources()).resources.map(({ uri }) => uri),
    templates: (await client.listResourceTemplates()).resourceTemplates.map(({ uriTemplate }) => uriTemplate),
  };
}

/** Returns the result or error without the values that differ between revisions. */
async function answerTo(response: Promise<object>): Promise<unknown> {
  try {
    const { _meta, ttlMs: _ttl, cacheScope: _scope, resultType: _type, ...answer } = (await response) as Args;
    return readable(answer);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error;
    return {
      code: error.code === -32002 ? -32602 : error.code,
      message: error.message.replace(/^MCP error -\d+: /, ''),
    };
  }
}

const SAMPLE_DAYS = /^2026-05-0/;

/** Replaces times since the start of the test by `now`, and removes the random boundary of untrusted text. */
function readable(answer: object): unknown {
  const text = JSON.stringify(answer);
  const times = text.replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, (time) => (SAMPLE_DAYS.test(time) ? time : 'now'));
  return JSON.parse(times.replaceAll(/untrusted-[0-9a-f]{20}/g, 'untrusted'));
}
