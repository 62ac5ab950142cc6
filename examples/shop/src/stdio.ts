import { serveStdio } from '@cuecard/server';
import { scopesOf } from './access/roles.js';
import { closeOnSignals, readStdioCommand, runCommand } from './command-line.js';
import { openShop } from './open-shop.js';

await runCommand(async () => {
  const { service, database, person, role } = readStdioCommand();
  const shop = openShop(service, database);
  const auth = { principal: person, scopes: scopesOf(role) };
  closeOnSignals(shop, await serveStdio(shop.runtime, { ...service.identity, auth }));
});
