import type { Awaitable } from '@cuecard/core';
import { RequestFault } from './request-fault.js';

/** A request of the page. */
interface Asked {
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
 * @throws {RequestFault} if there is none
 */
export function routeOf(routes: Routes, path: string): { readonly route: Route; readonly rest: string } {
  const [found, route] = Object.entries(routes).find(([key]) => isAt(key, path)) ?? [];
  if (found === undefined || route === undefined) throw new RequestFault(404, 'path', 'There is nothing at this path');
  return { route, rest: decoded(path.slice(found.length)) };
}

/** @throws {RequestFault} for another method than those */
export function requireMethod(method: string | undefined, allowed: readonly string[]): void {
  if (allowed.includes(method ?? '')) return;
  throw new RequestFault(405, 'method', `Use ${allowed.join(' or ')} here`, { allow: allowed.join(', ') });
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
