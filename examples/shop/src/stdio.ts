import { serveStdio } from '@cuecard/server';
import { scopesOf } from './access/roles.js';
import { openShop } from './open-shop.js';
import { serviceNamed } from './services/services.js';

const { SHOP_ROLE = 'clerk', SHOP_PERSON = SHOP_ROLE, DATABASE = ':memory:' } = process.env;
const service = serviceNamed(process.argv[2]);
const shop = openShop(service, DATABASE);
const auth = { principal: SHOP_PERSON, scopes: scopesOf(SHOP_ROLE) };
const server = await serveStdio(shop.runtime, { ...service.identity, auth });
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void server.close().finally(() => shop.close()));
