import { serveStdio } from '@cuecard/server';
import { closeOnSignals, readStdioOptions, runCommand } from './command-line.js';
import { IDENTITY, openDesk } from './desk.js';

await runCommand(async () => {
  const { repository } = readStdioOptions();
  const { runtime } = openDesk(repository);
  closeOnSignals(await serveStdio(runtime, IDENTITY));
});
