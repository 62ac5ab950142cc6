import { serveStdio } from '@cuecard/server';
import { scopesOf } from './access/roles.js';
import { serviceNamed } from './services/services.js';
import { shopRuntime } from './services/shop-runtime.js';

const { SHOP_ROLE = 'clerk', SHOP_PERSON = SHOP_ROLE } = process.env;
const service = serviceNamed(process.argv[2]);
const auth = { principal: SHOP_PERSON, scopes: scopesOf(SHOP_ROLE) };
const server = await serveStdio(shopRuntime(service), { ...service.identity, auth });
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void server.close());
