import { createInterface } from 'node:readline';
import { PassThrough } from 'node:stream';
import { isDeepStrictEqual } from 'node:util';
import type { Runtime } from '@cuecard/core';
import * as v1 from '@cuecard/mcp-sdk';
import * as v2 from '@cuecard/mcp-sdk/v2';
import { createHandler, serveStdio } from '@cuecard/server';
import { Server as ServerV1 } from '@modelcontextprotocol/sdk/server/index.js';
import { StdioServerTransport as StdioV1 } from '@modelcontextprotocol/sdk/server/stdio.js';
import { createMcpHandler, Server as ServerV2 } from '@modelcontextprotocol/server';
import { serveStdio as serveStdioV2, StdioServerTransport as StdioV2 } from '@modelcontextprotocol/server/stdio';
import { headers, initialize, type Json } from '../../../server/test/wire/support/raw.ts';
import { headersOf, messageOf } from '../../../server/test/wire/support/modern.ts';
import { asking, untilIdle } from './compared-runtimes.ts';

const identity = { name: 'x', version: '1', title: 'X' };
const options = { ...identity, maxCompletionsPerSecond: Infinity };

/** A server that receives requests. */
export interface Server {
  /** Sends a line or a body. Resolves to the response, or to `undefined` if it cannot be sent. */
  send(line: Buffer): Promise<Json>;
  close(): Promise<void>;
}

interface Streams {
  readonly stdin: PassThrough;
  readonly stdout: PassThrough;
}

type ServeStreams = (runtime: Runtime, streams: Streams) => Promise<{ close(): Promise<void> }>;

function boundV2(runtime: Runtime): ServerV2 {
  const server = new ServerV2(identity);
  server.onclose = v2.bindRuntime(server, runtime);
  return server;
}

/** Our server and the SDKs' servers, over stdio. */
export const overStdio = {
  ours: (runtime, streams) => serveStdio(runtime, { ...options, ...streams }),
  v1: async (runtime, { stdin, stdout }) => {
    const server = new ServerV1(identity);
    server.onclose = v1.bindRuntime(server, runtime);
    await server.connect(new StdioV1(stdin, stdout));
    return server;
  },
  v2: async (runtime, { stdin, stdout }) =>
    serveStdioV2(() => boundV2(runtime), { transport: new StdioV2(stdin, stdout) }),
} satisfies Record<string, ServeStreams>;

type Fetch = (request: Request) => Promise<Response>;

/** Our handler and the handler of SDK v2, over HTTP. */
export const overHttp = {
  ours: (runtime) => createHandler(runtime, options),
  v2: (runtime) => createMcpHandler(() => boundV2(runtime)),
} satisfies Record<string, (runtime: Runtime) => { fetch: Fetch; close(): Promise<void> }>;

const PING = /^"ping \d+"$/;
const initialized = '{"jsonrpc":"2.0","method":"notifications/initialized"}';

/** The first messages of a client, which start with a request, and then another request that the server answers. */
function opening(revision: string | undefined) {
  const discover = (id: string) => JSON.stringify(messageOf({ method: 'server/discover' }, id));
  const ping = (id: string) => JSON.stringify({ jsonrpc: '2.0', id, method: 'ping' });
  if (revision === undefined) return { lines: [], ping };
  if (revision < '2026-07-28') return { lines: [JSON.stringify(initialize(revision)), initialized], ping };
  return { lines: [JSON.stringify(messageOf({ method: 'prompts/list' }, 'init'))], ping: discover };
}

/** Connects a client of a revision over stdio. */
export async function connectLines(
  serve: ServeStreams,
  runtime: Runtime,
  revision: string | undefined,
): Promise<Server> {
  const [stdin, stdout] = [new PassThrough(), new PassThrough()];
  const server = await serve(runtime, { stdin, stdout });
  const lines = createInterface({ input: stdout });
  let received: { id?: Json }[] = [];
  let wake = () => {};
  lines.on('line', (line) => {
    received.push(JSON.parse(line) as { id?: Json });
    wake();
  });
  const isAnswered = (id: Json) => received.some((message) => isDeepStrictEqual(message.id, id));
  const answerTo = async (id: Json) => {
    while (!isAnswered(id)) await new Promise<void>((resolve) => (wake = resolve));
  };
  const { lines: first, ping } = opening(revision);
  let pings = 0;
  /** Sends a line, and waits until the server has responded to a later ping. */
  const settle = async (line: string) => {
    const id = `ping ${(pings += 1)}`;
    stdin.write(Buffer.from(`${line}\n`, 'latin1'));
    stdin.write(`${ping(id)}\n`);
    await answerTo(id);
  };
  for (const line of first) stdin.write(`${line}\n`);
  if (first.length > 0) await answerTo('init');
  return {
    send: async (body) => {
      const line = body.toString('latin1').trim();
      if (line === '' || line.includes('\n')) return undefined;
      received = [];
      await settle(line);
      await untilIdle(); // Some requests have no response, and some responses have no id.
      const { id } = (jsonOf(line) ?? {}) as { id?: Json };
      if (asking.has(id)) await answerTo(id); // Its state is signed in another thread.
      else if (!isAnswered(id)) await settle(''); // The server delays its output for milliseconds, but keeps the order.
      return received.filter((message) => !PING.test(JSON.stringify(message.id) ?? '')).toSorted(byJson);
    },
    close: () => server.close(),
  };
}

/** Sends the requests of a client to a handler, without a session. */
export function connectHandler(
  handler: { fetch: Fetch; close(): Promise<void> },
  revision: string | undefined,
): Server {
  return {
    send: async (body) => {
      const own = headersFor(jsonOf(body.toString()), revision);
      const init = { method: 'POST', headers: { ...headers, ...own }, body: new Uint8Array(body) };
      const response = await handler.fetch(new Request('http://localhost/mcp', init));
      const text = await response.text();
      const isStream = response.headers.get('content-type') === 'text/event-stream';
      return { status: response.status, messages: isStream ? messagesIn(text) : [jsonOf(text) ?? text] };
    },
    close: () => handler.close(),
  };
}

/** The headers that repeat parts of a request. */
function headersFor(message: Json, revision: string | undefined): Record<string, string> {
  if (revision === undefined) return {};
  if (revision < '2026-07-28') return { 'mcp-protocol-version': revision };
  const { method, params } = message as { method: string; params: { name?: Json; uri?: Json } };
  const name = params.name ?? params.uri;
  return headersOf({ method, ...(typeof name === 'string' && { params: { name } }) });
}

/**
 * The messages of an event stream. Does not use a regular expression for lines, because a message may contain U+2028,
 * which would end one.
 */
function messagesIn(stream: string): Json[] {
  return stream.split('\n').flatMap((line) => (line.startsWith('data: {') ? [jsonOf(line.slice(6))] : []));
}

function byJson(one: Json, other: Json): number {
  return JSON.stringify(one) < JSON.stringify(other) ? -1 : 1;
}

function jsonOf(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}
