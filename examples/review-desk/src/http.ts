import { serveHttp } from '@cuecard/mcp-server';
import { closeOnSignals, readHttpOptions, runCommand } from './command-line.js';
import { IDENTITY, openDesk } from './desk.js';
import { welcome } from './welcome.js';

await runCommand(async () => {
  const { repository, port } = readHttpOptions();
  const desk = openDesk(repository);
  const server = await serveHttp(desk.runtime, { ...IDENTITY, port });
  closeOnSignals(server);
  const inColour = process.stdout.isTTY && !process.env['NO_COLOR'];
  process.stdout.write(await welcome(desk, { url: server.url, inColour }));
});
