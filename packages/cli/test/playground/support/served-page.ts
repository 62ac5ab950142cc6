import { request as httpRequest } from 'node:http';
import type { Runtime } from '@cuecard/core';
import { serveHttp } from '@cuecard/server';
import { createPlayground, type PlaygroundOptions } from '@cuecard/cli/playground';
import type { Closable } from '../../../../server/test/support/closables.ts';

export interface ServedPage {
  readonly endpoint: string;
  readonly token: string;
  readonly playground: ReturnType<typeof createPlayground>;
  /** Asks what needs the token, with it. */
  api(path: string, init?: RequestInit): Promise<Response>;
  /** Reads what the answer says. */
  get<T>(path: string): Promise<T>;
  /** Sends JSON. */
  post(path: string, body: unknown): Promise<Response>;
}

/** Serves a runtime with its playground, which `open` closes. */
export async function servedPage(
  runtime: Runtime,
  open: Closable[],
  options: Partial<PlaygroundOptions> = {},
): Promise<ServedPage> {
  const identity = { name: 'desk', version: '1.2.3' };
  const playground = createPlayground({ runtime, ...identity, ...options });
  const { served, listener } = playground;
  const server = await serveHttp(served, { ...identity, fallback: listener, port: 0 });
  open.push({
    close: () => {
      playground.close();
      return server.close();
    },
  });
  const token = new URLSearchParams(new URL(playground.urlFor(server.url)).hash.slice(1)).get('token') ?? '';
  const api: ServedPage['api'] = (path, { headers, ...init } = {}) => {
    const url = new URL(`/-/${path}`, server.url);
    return fetch(url, { ...init, headers: { authorization: `Bearer ${token}`, ...(headers as object) } });
  };
  const post: ServedPage['post'] = (path, body) => {
    return api(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
  };
  const get = async <T>(path: string) => (await (await api(path)).json()) as T;
  return { endpoint: server.url, token, playground, api, get, post };
}

/** Sends a request with headers that `fetch` does not allow. */
export function statusOf(url: URL, headers: Record<string, string>): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const asking = httpRequest(url, { headers }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    });
    asking.once('error', reject).end();
  });
}
