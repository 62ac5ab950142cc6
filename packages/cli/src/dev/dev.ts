import { dirname, relative } from 'node:path';
import type { Run } from '../commands/command.js';
import type { DevOptions } from '../commands/dev.js';
import type { Session } from '../commands/session.js';
import { configFile } from '../config/config-file.js';
import type { LiveProject } from '../project/live-project.js';
import { openProject } from '../project/open-project.js';
import { ProjectFault } from '../project/project-fault.js';
import { devServer } from './dev-server.js';
import { Keys } from './keys.js';
import { failureText, reloadText } from './reload-text.js';
import { Reloader } from './reloader.js';
import { startScreen } from './start-screen.js';
import { WatchedFiles } from './watched-files.js';

export const runDev: Run<DevOptions> = async (session, options) => {
  const { terminal, folder, signal } = session;
  const started = performance.now();
  const root = dirname(configFile(folder, options.config));
  const early = new Edits();
  let edited = (files: ReadonlySet<string>): void => early.add(files);
  const watched = await WatchedFiles.of({ root, changed: (files) => edited(files) });
  const project = await soundProject(session, options, early);
  const server = await devServer(project, options);
  const reloader = new Reloader(project, (reloaded) => {
    server.tell(reloaded);
    if (reloaded.type === 'failed') return terminal.say(failureText(reloaded.problems));
    watched.follow(project.sources);
    terminal.say(reloadText(reloaded, (file) => relative(folder, file)));
  });
  edited = (files) => reloader.edit(files);
  watched.follow(project.sources);
  reloader.edit(early.files);
  const keys = options.stdio === true ? undefined : Keys.of(terminal, { server, restart: () => reloader.restart() });
  terminal.say(startScreen(project, server, { ms: performance.now() - started, hasKeys: keys !== undefined }));
  await Promise.race([server.ended, aborted(signal), ...(keys === undefined ? [] : [keys.quit])]);
  keys?.close();
  await watched.close();
  await server.close();
  await project.close();
  return undefined;
};

/** Loads the project; while something is wrong with it, waits for edits. */
async function soundProject(session: Session, options: DevOptions, early: Edits): Promise<LiveProject> {
  for (;;) {
    const edit = early.next();
    try {
      return await openProject(session, options, 'dev');
    } catch (error) {
      if (!(error instanceof ProjectFault) || session.signal.aborted) throw error;
      session.terminal.say(failureText(error.problems, 'Waiting for an edit.'));
      await Promise.race([edit, aborted(session.signal)]);
    }
  }
}

/** The edits of a project that is not loaded yet. */
class Edits {
  readonly files = new Set<string>();
  #added = (): void => {};

  add(files: Iterable<string>): void {
    for (const file of files) this.files.add(file);
    this.#added();
  }

  /** Resolves at the next edit from now on. */
  next(): Promise<void> {
    return new Promise((resolve) => (this.#added = resolve));
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}
