import { serveHttp } from '@cuecard/server';
import { closeOnSignals, readHttpOptions, runCommand } from './command-line.js';
import { IDENTITY, openDesk } from './desk.js';

await runCommand(async () => {
  const { repository, port } = readHttpOptions();
  const { runtime, folder } = openDesk(repository);
  const server = await serveHttp(runtime, { ...IDENTITY, port });
  closeOnSignals(server);
  process.stdout.write(`${IDENTITY.title} ${IDENTITY.version} serves ${folder.path} at ${server.url}\n`);
});
