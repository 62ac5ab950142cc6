import type { Auth } from '@cuecard/core';
import { serveHttp } from '@cuecard/server';
import { runtime } from './runtime.js';

/** One of several processes that serve the same clients, behind a proxy. */
export function servePublicly(port: number, stateKeys: readonly string[]) {
  return serveHttp(runtime, {
    name: 'greetings',
    version: '1.0.0',
    host: '0.0.0.0',
    port,
    allowedHosts: ['prompts.example.com'], // The host names that clients use, which the proxy passes on.
    allowedOrigins: ['https://app.example.com'],
    trustedProxies: ['10.0.0.0/8'], // Limits then count callers, not proxies.
    sessions: 'resumable',
    stateKeys,
  });
}

/** Serves few clients, and reports ready while the database can be reached. */
export function serveWithin(port: number, database: { ping(): Promise<boolean> }) {
  return serveHttp(runtime, {
    name: 'greetings',
    version: '1.0.0',
    port,
    maxConnections: 500,
    headersTimeoutMs: 5_000,
    bodyTimeoutMs: 10_000,
    answerTimeoutMs: 10_000,
    maxPendingBytes: 1024 * 1024,
    maxBodyBytes: 256 * 1024,
    maxRequests: 100,
    maxCompletionsPerSecond: 20,
    maxSessions: 100,
    sessionIdleTimeoutMs: 10 * 60_000,
    maxSubscriptions: 100,
    stateTtlMs: 5 * 60_000,
    drainTimeoutMs: 20_000,
    ready: () => database.ping(),
  });
}

/** Serves web pages of one origin, which authenticate with a key. */
export function servePages(port: number, people: ReadonlyMap<string, Auth>) {
  return serveHttp(runtime, {
    name: 'greetings',
    version: '1.0.0',
    port,
    allowedOrigins: ['https://app.example.com'],
    allowedHeaders: ['x-api-key'],
    authenticate: ({ headers }) => people.get(headers.get('x-api-key') ?? ''),
  });
}
