import type { Awaitable } from '@cuecard/core';
import { RequestFault } from './request-fault.js';

/** A request of the page. */
export interface Asked {
  /** What follows the path of the route, decoded: `prompt/review` of `/-/definitions/prompt/review`. */
  readonly rest: string;
  readonly query: URLSearchParams;
  /** The parsed body of a POST. */
  readonly body: unknown;
  /** Aborts when the page no longer waits. */
  readonly signal: AbortSignal;
}

export interface Route {
  readonly method: 'GET' | 'POST';
  /**
   * Returns JSON, or `undefined` for an answer without a body.
   * @throws {RequestFault} for a request that it refuses
   */
  answer(asked: Asked): Awaitable<string | undefined>;
}

/** The routes by their paths after `/-/`; those that end with `/` stand for all paths that begin so. */
export type Routes = Readonly<Record<string, Route>>;

/**
 * The route of a path, and what follows it.
 * @throws {RequestFault} if there is none, or it has another method
 */
export function routeOf(
  routes: Routes,
  path: string,
  method: string,
): { readonly route: Route; readonly rest: string } {
  const [found, route] = Object.entries(routes).find(([key]) => isAt(key, path)) ?? [];
  if (found === undefined || route === undefined) throw new RequestFault(404, 'path', 'There is nothing at this path');
  if (route.method === method) return { route, rest: decoded(path.slice(found.length)) };
  throw new RequestFault(405, 'method', `Use ${route.method} here`, { allow: route.method });
}

function isAt(key: string, path: string): boolean {
  return key.endsWith('/') ? path.startsWith(key) : path === key;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new RequestFault(400, 'path', 'The path is not percent-encoded UTF-8');
  }
}
