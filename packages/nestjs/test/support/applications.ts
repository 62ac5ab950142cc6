import type { CuecardModuleOptions } from '@cuecard/nestjs';
import type { DynamicModule, INestApplication, LoggerService, Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ExpressAdapter } from '@nestjs/platform-express';
import { FastifyAdapter } from '@nestjs/platform-fastify';

export type Platform = 'express' | 'fastify';

export const PLATFORMS: readonly Platform[] = ['express', 'fastify'];

/** The options that every server needs. */
export const SERVER = { name: 'desk', version: '1.0.0' } satisfies CuecardModuleOptions;

/** The lines that an application has logged, with their levels. */
class Lines implements LoggerService {
  readonly all: (readonly [level: string, message: unknown])[] = [];
  log = (message: unknown) => this.#add('log', message);
  error = (message: unknown) => this.#add('error', message);
  warn = (message: unknown) => this.#add('warn', message);
  debug = (message: unknown) => this.#add('debug', message);
  verbose = (message: unknown) => this.#add('verbose', message);
  fatal = (message: unknown) => this.#add('fatal', message);

  get errors(): unknown[] {
    return this.all.filter(([level]) => level === 'error').map(([, message]) => message);
  }

  #add(level: string, message: unknown): void {
    this.all.push([level, message]);
  }
}

interface Started {
  readonly app: INestApplication;
  readonly url: string;
  readonly lines: Lines;
}

const running: INestApplication[] = [];

/** Starts an application on a free port. `configure` is the code of its `main.ts`. */
export async function start(
  module: Type | DynamicModule,
  platform: Platform = 'express',
  configure: (app: INestApplication) => void = () => {},
): Promise<Started> {
  const lines = new Lines();
  const http = platform === 'express' ? new ExpressAdapter() : new FastifyAdapter({ forceCloseConnections: true });
  const options = { logger: lines, abortOnError: false, forceCloseConnections: true };
  const app = await NestFactory.create<INestApplication>(module as Type, http as ExpressAdapter, options);
  configure(app);
  await app.listen(0, '127.0.0.1');
  running.push(app);
  const address = app.getHttpServer().address() as { readonly port: number };
  return { app, lines, url: `http://127.0.0.1:${address.port}` };
}

/** Closes the applications that a test has started. */
export async function closeAll(): Promise<void> {
  await Promise.all(running.splice(0).map((app) => app.close()));
}

export type Reply = Readonly<Record<string, unknown>> & {
  readonly result?: Readonly<Record<string, unknown>>;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
};

const HEADERS = {
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
  'mcp-protocol-version': '2025-06-18',
};

/** Opens a session with a stream of notifications. */
export async function openStream(url: string): Promise<Response> {
  const initialized = await fetch(url, {
    method: 'POST',
    headers: HEADERS,
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'initialize',
      params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1.0.0' } },
    }),
  });
  const session = initialized.headers.get('mcp-session-id') ?? '';
  const stream = await fetch(url, { headers: { accept: 'text/event-stream', 'mcp-session-id': session } });
  if (stream.status !== 200) throw new Error(`The server responded with ${stream.status}`);
  return stream;
}

/** Posts a message and returns the response. */
export function post(url: string, message: unknown, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
  const body = typeof message === 'string' ? message : JSON.stringify(message);
  return fetch(url, { method: 'POST', headers: { ...HEADERS, connection: 'close', ...headers }, body });
}

/** Calls a method over HTTP and returns the JSON-RPC response. */
export async function call(
  url: string,
  method: string,
  params: object = {},
  headers: Readonly<Record<string, string>> = {},
): Promise<Reply> {
  const response = await post(url, { jsonrpc: '2.0', id: 1, method, params }, headers);
  return (await response.json()) as Reply;
}

/** Returns the text of a prompt's messages, or the error. */
export async function textOf(
  url: string,
  name: string,
  args: object = {},
  headers: Readonly<Record<string, string>> = {},
): Promise<unknown> {
  const { result, error } = await call(url, 'prompts/get', { name, arguments: args }, headers);
  const messages = result?.['messages'] as { readonly content: { readonly text: string } }[] | undefined;
  return messages === undefined ? error : messages.map(({ content }) => content.text).join('\n');
}

/** Returns the names of a list, or the error. */
export async function namesIn(
  url: string,
  list: 'prompts' | 'tools' | 'resources',
  headers: Readonly<Record<string, string>> = {},
): Promise<unknown> {
  const { result, error } = await call(url, `${list}/list`, {}, headers);
  return (result?.[list] as { readonly name: string }[] | undefined)?.map(({ name }) => name) ?? error;
}
