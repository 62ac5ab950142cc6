import { serveHttp } from '@cuecard/mcp-server';
import { clientSettings } from './client-settings.js';
import { closeOnSignals, readHttpOptions, runCommand } from './command-line.js';
import { IDENTITY, openDesk } from './desk.js';
import { welcome } from './welcome.js';

await runCommand(async () => {
  const { repository, port, clients } = readHttpOptions();
  const desk = openDesk(repository);
  if (clients) {
    const address = { folder: desk.folder.path, url: `http://127.0.0.1:${port}/mcp` };
    process.stdout.write(clientSettings(address));
    return;
  }
  const server = await serveHttp(desk.runtime, { ...IDENTITY, port });
  closeOnSignals(server);
  const inColour = process.stdout.isTTY && !process.env['NO_COLOR'];
  process.stdout.write(await welcome(desk, { url: server.url, inColour }));
});
