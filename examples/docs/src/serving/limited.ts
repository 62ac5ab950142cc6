import { serveHttp } from '@cuecard/server';
import { runtime } from './runtime.js';

/** Serves few clients, on a small machine, while the database is there that prompts need. */
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
