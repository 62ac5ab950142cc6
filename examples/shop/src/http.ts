import { serveHttp } from '@cuecard/server';
import { ROLES } from './access/roles.js';
import { bearerOf } from './access/tokens.js';
import { TrialIssuer } from './access/trial-issuer.js';
import { openShop } from './open-shop.js';
import { serviceNamed } from './services/services.js';

const [, , name, issuer = ''] = process.argv;
const { PORT = '3917', DATABASE = ':memory:' } = process.env;
const [service, port] = [serviceNamed(name), Number(PORT)];
const resource = `http://127.0.0.1:${port}/mcp`; // The address as clients write it; elsewhere it must be https.
const trial = issuer === '--try' ? await TrialIssuer.open() : undefined;
const bearer = bearerOf(trial?.url ?? issuer, resource);
const shop = openShop(service, DATABASE);
const server = await serveHttp(shop.runtime, { ...service.identity, port, bearer });
console.log(`${service.identity.title} at ${server.url}`);
for (const role of trial === undefined ? [] : ROLES)
  console.log(`${role}: ${await trial?.issue(role, { role, resource })}`);

async function close(): Promise<void> {
  await server.close();
  shop.close();
  trial?.close();
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void close());
