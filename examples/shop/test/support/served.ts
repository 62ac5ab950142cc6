import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { serveHttp } from '@cuecard/server';
import { bearerOf } from '../../dist/access/tokens.js';
import { TrialIssuer } from '../../dist/access/trial-issuer.js';
import { openShop } from '../../dist/open-shop.js';
import type { Service } from '../../dist/services/service.js';
import type { Closable } from '../../../../packages/server/test/support/closables.ts';

/** A service over HTTP with a database of its own, for people with tokens. */
export async function serve(service: Service, open: Closable[]) {
  const issuer = await TrialIssuer.open();
  const shop = openShop(service, ':memory:');
  const port = await freePort();
  const resource = `http://127.0.0.1:${port}/mcp`;
  const bearer = bearerOf(issuer.url, resource);
  const server = await serveHttp(shop.runtime, { ...service.identity, port, bearer });
  open.push({ close: async () => shop.close() }, { close: async () => issuer.close() }, server);
  const tokenOf = (person: string, role: string) => issuer.issue(person, { role, resource });
  return { url: server.url, tokenOf, issuer };
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
