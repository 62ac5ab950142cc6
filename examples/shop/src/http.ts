import { serveHttp } from '@cuecard/server';
import { ROLES } from './access/roles.js';
import { bearerOf } from './access/tokens.js';
import { TrialIssuer } from './access/trial-issuer.js';
import { serviceNamed } from './services/services.js';
import { shopRuntime } from './services/shop-runtime.js';

const [, , name, issuer = ''] = process.argv;
const port = Number(process.env['PORT'] ?? 3917);
const resource = `http://127.0.0.1:${port}/mcp`; // The address as clients write it; elsewhere it must be https.
const trial = issuer === '--try' ? await TrialIssuer.open() : undefined;
const bearer = bearerOf(trial?.url ?? issuer, resource);
const service = serviceNamed(name);
const server = await serveHttp(shopRuntime(service), { ...service.identity, port, bearer });
console.log(`${service.identity.title} at ${server.url}`);
for (const role of trial === undefined ? [] : ROLES)
  console.log(`${role}: ${await trial?.issue(role, { role, resource })}`);
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void server.close().finally(() => trial?.close()));
