import type { Auth } from '@cuecard/core';
import { serveHttp } from '@cuecard/server';
import { runtime } from './runtime.js';

/** Serves pages of one origin, who say with a key of theirs on whose behalf they ask. */
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
