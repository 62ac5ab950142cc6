import { serveHttp } from '@cuecard/server';
import { ROLES } from './access/roles.js';
import { bearerOf } from './access/tokens.js';
import { TrialIssuer } from './access/trial-issuer.js';
import { closeOnSignals, type HttpCommand, readHttpCommand, runCommand } from './command-line.js';
import { openShop } from './open-shop.js';

await runCommand(async () => {
  const command = readHttpCommand();
  if (command.issuer !== undefined) return serve(command, command.issuer);
  const trial = await TrialIssuer.open();
  await serve(command, trial.url).catch((error: unknown) => {
    trial.close();
    throw error;
  });
  for (const role of ROLES) console.log(`${role}: ${await trial.issue(role, { role, resource: urlOf(command) })}`);
});

async function serve({ service, database, port }: HttpCommand, issuer: string): Promise<void> {
  const shop = openShop(service, database);
  const bearer = bearerOf(issuer, urlOf({ port }));
  const server = await serveHttp(shop.runtime, { ...service.identity, port, bearer });
  closeOnSignals(shop, server);
  console.log(`${service.identity.title} at ${server.url}`);
}

/** The server's address as clients write it; elsewhere it has to be https. */
function urlOf({ port }: Pick<HttpCommand, 'port'>): string {
  return `http://127.0.0.1:${port}/mcp`;
}
