import { serveHttp } from '@cuecard/server';
import { runtime } from './runtime.js';

/** One of several processes that serve the same clients, behind a proxy. */
export function servePublicly(port: number, stateKeys: readonly string[]) {
  return serveHttp(runtime, {
    name: 'greetings',
    version: '1.0.0',
    host: '0.0.0.0',
    port,
    allowedHosts: ['prompts.example.com'], // What clients call it by, and the proxy passes on.
    allowedOrigins: ['https://app.example.com'],
    trustedProxies: ['10.0.0.0/8'], // So that limits count callers, and not the proxies.
    sessions: 'resumable',
    stateKeys,
  });
}
