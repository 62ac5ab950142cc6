import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { serveHttp } from '@cuecard/server';
import { afterAll } from '@jest/globals';
import { bearerOf } from '../../dist/access/tokens.js';
import { TrialIssuer } from '../../dist/access/trial-issuer.js';
import type { Service } from '../../dist/services/service.js';
import { shopRuntime } from '../../dist/services/shop-runtime.js';

/** Everything that the tests of a file open. It is closed after them, the last first. */
export const open: { close(): unknown }[] = [];
afterAll(async () => {
  for (const each of open.toReversed()) await each.close();
});

/** A service over HTTP, for users with tokens. */
export async function serve(service: Service) {
  const issuer = await TrialIssuer.open();
  const port = await freePort();
  const resource = `http://127.0.0.1:${port}/mcp`;
  const bearer = bearerOf(issuer.url, resource);
  const server = await serveHttp(shopRuntime(service), { ...service.identity, port, bearer });
  open.push(issuer, server);
  const tokenOf = (person: string, role: string) => issuer.issue(person, { role, resource });
  return { url: server.url, tokenOf, issuer };
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await once(server.close(), 'close');
  return port;
}
