import { connect, type Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { definePrompt, type RequestContext, Runtime } from '@cuecard/core';
import { serveHttp, type ServeHttpOptions } from '@cuecard/server';
import type { Closable } from '../../support/closables.ts';
import { requestOf } from './crowd.ts';
import { envelope, headersOf } from './modern.ts';
import { headers, type Json, openAskable, post } from './raw.ts';

export const identity = { name: 'x', version: '1' };
export const silent = { error() {}, warn() {}, info() {}, debug() {} };

/** The message of a request for a prompt up to 2025-11-25. */
export const get = (name: string, id: Json, more: object = {}) => ({
  jsonrpc: '2.0',
  id,
  method: 'prompts/get',
  params: { name, ...more },
});

/** Creates the request of a client for a prompt. */
export type PromptRequest = (
  name: string,
  id: Json,
) => { readonly body: string; readonly headers: Record<string, string> };

const plain: PromptRequest = (name, id) => ({ body: JSON.stringify(get(name, id)), headers });
export const withProgress: PromptRequest = (name, id) => ({
  body: JSON.stringify(get(name, id, { _meta: { progressToken: 1 } })),
  headers,
});

const selfContained =
  (meta: object): PromptRequest =>
  (name, id) => ({
    body: JSON.stringify(get(name, id, { _meta: { ...envelope(), ...meta } })),
    headers: { ...headers, ...headersOf({ method: 'prompts/get', params: { name } }) },
  });

/** The requests whose responses are documents, by name. */
export const documentRequests = { 'one document': plain, '2026-07-28': selfContained({}) };

/** The requests whose responses are streams, by name. */
export const streamRequests = {
  'a stream': withProgress,
  'a stream of 2026-07-28': selfContained({ progressToken: 1 }),
};

/** Creates a prompt that sends many messages, and a prompt that sends none. */
export function chatty(messages: number, text: string) {
  const contexts: RequestContext[] = [];
  const chat = definePrompt({
    name: 'chat',
    render: async (_args, context) => {
      contexts.push(context);
      for (let at = 1; at <= messages && !context.signal.aborted; at += 1) {
        context.progress(at, messages, text);
        if (at % 10 === 0) await turn();
      }
      return 'said all';
    },
  });
  const near = definePrompt({ name: 'near', render: () => 'here' });
  return { runtime: new Runtime({ prompts: [chat, near], logger: silent }), contexts };
}

/** Sends a request over a connection that is not read. */
export function askUnread(url: string, { body, headers: sent }: ReturnType<PromptRequest>): Socket {
  const socket = connect(Number(new URL(url).port), '127.0.0.1').pause();
  socket.on('error', () => {}); // The server disconnects.
  socket.write(requestOf(url, body, sent));
  return socket;
}

/** Starts a server whose limits one client can use up, and which `open` closes. */
export async function start(open: Closable[], runtime: Runtime, options: Partial<ServeHttpOptions>) {
  const { url, close } = await serveHttp(runtime, {
    ...identity,
    port: 0,
    drainTimeoutMs: 100,
    maxCallerShare: 1,
    ...options,
  });
  open.push({ close });
  return {
    url,
    /** Opens a session. */
    hello: () => openAskable(url, '2025-11-25'),
    /** Resolves to the status of a request for the prompt `near`. */
    near: async () => (await post(url, JSON.stringify(get('near', 'near')))).status,
  };
}
