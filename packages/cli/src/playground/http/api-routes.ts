import type { Awaitable } from '@cuecard/core';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ApiError } from '../api.js';

/** A request of the page. */
export interface ApiRequest {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** The decoded path after the route: `prompt/review` of `/-/definitions/prompt/review`. */
  readonly rest: string;
  readonly query: URLSearchParams;
  /** Aborts when the page no longer waits. */
  readonly signal: AbortSignal;
}

interface Route {
  readonly method: 'GET' | 'POST';
  /**
   * Returns JSON, or nothing for a response without a body, or if it has written the response.
   * @throws {RequestFault} for an invalid request
   */
  answer(request: ApiRequest): Awaitable<string | void>;
}

/** The routes by their paths after `/-/`. A route that ends with `/` matches all paths below it. */
export type Routes = Readonly<Record<string, Route>>;

/**
 * Returns the route of a path, and the rest of the path.
 * @throws {RequestFault} if there is none
 */
export function routeOf(routes: Routes, path: string): { readonly route: Route; readonly rest: string } {
  const [found, route] = Object.entries(routes).find(([key]) => isAt(key, path)) ?? [];
  if (found === undefined || route === undefined) throw new RequestFault(404, 'path', 'This path does not exist');
  return { route, rest: decodePath(path.slice(found.length)) };
}

/** @throws {RequestFault} for another method */
export function requireMethod(method: string | undefined, allowed: readonly string[]): void {
  if (allowed.includes(method ?? '')) return;
  throw new RequestFault(405, 'method', `This path allows only ${allowed.join(' and ')}`, {
    allow: allowed.join(', '),
  });
}

function isAt(key: string, path: string): boolean {
  return key.endsWith('/') ? path.startsWith(key) : path === key;
}

function decodePath(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new RequestFault(400, 'path', 'The path is not percent-encoded UTF-8');
  }
}

const MAX_BYTES = 1024 * 1024;

/**
 * Reads the JSON body of a request.
 * @throws {RequestFault} if it is too large, is not JSON, or is not declared as such
 */
export async function jsonBody(request: IncomingMessage): Promise<unknown> {
  const { 'content-type': type = '', 'content-length': length = '0' } = request.headers;
  if (!/^application\/json *(;|$)/i.test(type))
    throw new RequestFault(415, 'content-type', 'The content type must be application/json');
  if (Number(length) > MAX_BYTES) throw tooLarge();
  const text = await textOf(request);
  try {
    return JSON.parse(text);
  } catch {
    throw new RequestFault(400, 'json', 'The body is not JSON');
  }
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  // The connection has to stay open for the response.
  const read = request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;
  for await (const chunk of read) {
    bytes += chunk.length;
    if (bytes > MAX_BYTES) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function tooLarge(): RequestFault {
  return new RequestFault(413, 'too-large', `The body has more than ${MAX_BYTES} bytes`, { connection: 'close' });
}

/** An invalid request. The message names the remedy. */
export class RequestFault extends Error {
  override readonly name = 'RequestFault';

  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(message);
  }

  get body(): ApiError {
    return { error: { code: this.code, message: this.message } };
  }
}
