import type { FetchHandler } from '../../build/server/listen.js';
import type { HttpHandler } from '@cuecard/server';
import { getRequestListener } from '@hono/node-server';

/** Turns a function for web-standard requests into a handler. */
export function handlerOf(handler: Partial<FetchHandler>): HttpHandler {
  const { fetch = async () => new Response('hello'), close = async () => {}, isReady = () => true } = handler;
  const listener = getRequestListener(fetch, { overrideGlobalObjects: false });
  return Object.assign((...asked: Parameters<typeof listener>) => void listener(...asked), { fetch, close, isReady });
}
