import { relative } from 'node:path';
import type { Run } from '../commands/command.js';
import type { DevOptions } from '../commands/dev.js';
import { openProject } from '../project/open-project.js';
import { type DevServer, devServer } from './dev-server.js';
import { failureText, reloadText } from './reload-text.js';
import { Reloader } from './reloader.js';
import { startScreen } from './start-screen.js';
import { WatchedFiles } from './watcher.js';

export const runDev: Run<DevOptions> = async (session, options) => {
  const { terminal, folder, signal } = session;
  const project = await openProject(session, options, 'dev');
  const server: DevServer = await devServer(project, options);
  const reloader = new Reloader(project, (reloaded) => {
    server.tell(reloaded);
    if (reloaded.type === 'failed') return terminal.say(failureText(reloaded.problems));
    watched.follow();
    terminal.say(reloadText(reloaded, (file) => relative(folder, file)));
  });
  const watched = new WatchedFiles({
    root: project.root,
    files: () => project.files,
    changed: (files) => reloader.edit(files),
  });
  await watched.ready;
  terminal.say(await startScreen(project, server));
  await Promise.race([server.ended, aborted(signal)]);
  await watched.close();
  await server.close();
  await project.close();
  return undefined;
};

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}
