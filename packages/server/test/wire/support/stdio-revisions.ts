import { PassThrough } from 'node:stream';
import {
  Arg,
  Prompt,
  type RequestContext,
  type PromptHandler,
  Runtime,
  type ResourceContents,
  ResourceReader,
} from '@cuecard/core';
import { serveStdio } from '@cuecard/server';
import { afterEach } from '@jest/globals';
import { type Asked, messageOf, serverInfo } from './modern.ts';
import { type Json, Lines } from './raw.ts';

export const key = (name: string) => `io.modelcontextprotocol/${name}`;

class WordArgs {
  @Arg()
  word!: string;
}
@Prompt({ args: WordArgs })
export class Say implements PromptHandler<WordArgs> {
  render = ({ word }: WordArgs) => word;
}
@Prompt()
class Ask implements PromptHandler {
  render = async (_: object, context: RequestContext) => (await context.ask(WordArgs, 'Which?')).word;
}
@Prompt()
class Log implements PromptHandler {
  render(_: object, context: RequestContext) {
    context.log('info', 'logged');
    return 'done';
  }
}
export const waiting = new Map<string, { answer(): void; signal: AbortSignal; revision: string | undefined }>();
@Prompt({ args: WordArgs })
class Wait implements PromptHandler<WordArgs> {
  render = ({ word }: WordArgs, { signal, client }: RequestContext) =>
    new Promise<string>((resolve) => {
      waiting.set(word, { answer: () => resolve(word), signal, revision: client?.revision });
    });
}

class Page extends ResourceReader {
  readonly #watchers = new Set<() => void>();
  override read = async (uri: string): Promise<ResourceContents> => ({ uri, mimeType: 'text/plain', text: 'page' });
  override watch = async (_: string, changed: () => void) => {
    this.#watchers.add(changed);
    return () => void this.#watchers.delete(changed);
  };

  change(): void {
    for (const changed of this.#watchers) changed();
  }
}

const silent = { error() {}, warn() {}, info() {}, debug() {} };
export const page = new Page();
export const runtimeOf = () => new Runtime({ prompts: [Say, Ask, Log, Wait], resources: page, logger: silent });
export const identity = { name: 'both', version: '1.0.0' };

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const { answer } of waiting.values()) answer();
  waiting.clear();
  for (const each of open.splice(0).toReversed()) await each.close();
});

/** A server over stdio in this process. */
export interface Connected {
  readonly lines: Lines;
  /** Sends a message and resolves to the next message received. */
  ask(message: object): Promise<Json>;
  send(message: object): void;
  close(): Promise<void>;
}

/** Starts a server, which closes after the test. */
export async function connect(runtime = runtimeOf(), options: object = {}): Promise<Connected> {
  const [stdin, stdout] = [new PassThrough(), new PassThrough()];
  const server = await serveStdio(runtime, { ...identity, ...options, stdin, stdout });
  open.push(server);
  const lines = new Lines(stdin, stdout);
  return {
    lines,
    ask: (message) => lines.ask(JSON.stringify(message)),
    send: (message) => lines.write(JSON.stringify(message)),
    close: () => server.close(),
  };
}

/** A request without an envelope, as up to 2025-11-25. */
export const older = (method: string, params?: object, id: Json = 1) => ({ jsonrpc: '2.0', id, method, params });
/** A request with an envelope, as since 2026-07-28. */
export const newer = (method: string, params: Asked['params'] = {}, id: string | number = 1) =>
  messageOf({ method, params }, id);
export const notificationOf = (method: string, params?: object) => ({ jsonrpc: '2.0', method, params });
export const cancel = (requestId: string | number, meta?: object) =>
  notificationOf('notifications/cancelled', { requestId, ...(meta && { _meta: meta }) });
export const say = (word: string) => ({ name: 'say', arguments: { word } });
export const wait = (word: string) => ({ name: 'wait', arguments: { word } });
const messages = (text: string) => ({ messages: [{ role: 'user', content: { type: 'text', text } }] });
export const oldAnswer = (text: string, id: Json = 1) => ({ jsonrpc: '2.0', id, result: messages(text) });
export const newAnswer = (text: string, id: Json = 1) => ({
  jsonrpc: '2.0',
  id,
  result: { resultType: 'complete', ...messages(text), _meta: { [serverInfo]: identity } },
});
export const SUPPORTED = ['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'];

/** The result of server/discover. */
export const discovered = {
  jsonrpc: '2.0',
  id: 1,
  result: {
    resultType: 'complete',
    ttlMs: 0,
    cacheScope: 'private',
    supportedVersions: SUPPORTED,
    capabilities: {
      prompts: { listChanged: true },
      completions: {},
      resources: { listChanged: true, subscribe: true },
    },
    _meta: { [serverInfo]: identity },
  },
};
export const initResult = (protocolVersion: string) => ({
  jsonrpc: '2.0',
  id: 'init',
  result: { protocolVersion, capabilities: discovered.result.capabilities, serverInfo: identity },
});
