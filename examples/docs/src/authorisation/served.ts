import type { Auth } from '@cuecard/core';
import { serveHttp } from '@cuecard/server';
import { authorised } from './authorised.js';

/** Tokens that somebody has given out; a service would verify signed ones. */
const tokens = new Map<string, Auth>([['ada-s-token', { principal: 'ada', scopes: ['incidents:read'] }]]);

export function serve(port: number) {
  return serveHttp(authorised, {
    name: 'incidents',
    version: '1.0.0',
    port,
    authenticate: ({ headers }) => tokens.get(headers.get('authorization')?.replace(/^Bearer /, '') ?? ''),
  });
}
