import { dirname, relative } from 'node:path';
import type { Logger } from '@cuecard/core';
import type { PlaygroundOptions } from '../playground/options.js';
import { guardStdout } from '@cuecard/server/internal';
import { aborted, type Session, type Run } from '../session/session.js';
import type { OptionsOf } from '../commands.js';
import { connectionsTo } from '../connect/connections.js';
import { configFile } from '../config/config-file.js';
import { type LiveProject, loadedByNode } from '../project/live-project.js';
import { openProject } from '../project/open-project.js';
import { terminalLogger } from '../project/terminal-logger.js';
import { ProjectFault } from '../project/problems.js';
import { serveProject, type ServingOptions } from '../serving/project-server.js';
import { openInEditor } from './editor.js';
import { ProjectEvents, pageLogger, logUncaughtErrors } from './events.js';
import { playgroundToken } from './playground-token.js';
import { Keys, openPage } from './keys.js';
import { Reloader, failureText, reloadText } from './reloader.js';
import { startScreen } from './start-screen.js';
import { WatchedFiles } from '../project/watched-files.js';

export const runDev: Run<OptionsOf<'dev'>> = async (session, options) => {
  const started = performance.now();
  const root = dirname(configFile(session.folder, options.config));
  const protocol = options.stdio === true ? guardStdout().stdout : undefined; // Before code of the project runs.
  let onEdit: (files: ReadonlySet<string>) => void = () => {};
  const watched = new WatchedFiles({ root, changed: (files) => onEdit(files) });
  const events = new ProjectEvents(session.folder);
  const logger = pageLogger(terminalLogger(session.terminal, session.folder), events);
  const surviving = logUncaughtErrors(logger, session.signal);
  try {
    const project = await loadableProject({ session, options, logger }, (fault) => {
      const edit = new Promise<void>((resolve) => (onEdit = () => resolve()));
      watched.follow({ ...fault.watchable, folders: [] });
      return edit;
    });
    const reloader = createReloader(project, { session, events, watched });
    onEdit = (files) => {
      reloader.edit(files);
      const kept = loadedByNode(project.root).filter((file) => files.has(file));
      for (const file of kept) logger.warn(`${relative(session.folder, file)} ${KEPT}`);
    };
    watched.follow(project.watchable);
    project.loader.onLateImport = () => watched.follow(project.watchable);
    const playground = protocol === undefined ? await playgroundOf(project, events) : undefined;
    const connections = (url: string) => connectionsTo(url, session, options);
    const { port, host, open: opens = false } = options;
    const serving = { served: project.counted, port, host, protocol, playground, connectionsTo: connections };
    await serveUntilEnd(project, { session, serving, reloader, started, opens });
  } finally {
    surviving.end();
    watched.close();
  }
  return undefined;
};

const KEPT = 'is a CommonJS file, which Node loads only once: restart dev to apply the change';

interface ReloadOptions {
  readonly session: Session;
  readonly events: ProjectEvents;
  readonly watched: WatchedFiles;
}

/** The options of the playground under `dev`. */
async function playgroundOf(project: LiveProject, events: ProjectEvents): Promise<Partial<PlaygroundOptions>> {
  return {
    token: await playgroundToken(project.root),
    problems: () => events.problems,
    thrown: (id) => events.thrown(id),
    onEvent: (listener) => events.on(listener),
    open: (place) => openInEditor(place, project.folder),
  };
}

/** Creates a reloader that reports to the terminal and the playground. */
function createReloader(project: LiveProject, { session, events, watched }: ReloadOptions): Reloader {
  const { terminal, folder } = session;
  return new Reloader(project, (reloaded) => {
    events.notifyReload(reloaded);
    const { watchable } = project;
    const { folders } = watchable;
    watched.follow(reloaded.type === 'failed' ? { files: [], missing: [], folders, ...reloaded.watchable } : watchable);
    if (reloaded.type === 'failed') return terminal.say(failureText(reloaded.problems));
    terminal.say(reloadText(reloaded, (file) => relative(folder, file)));
  });
}

interface ServeOptions {
  readonly session: Session;
  readonly serving: ServingOptions;
  readonly reloader: Reloader;
  readonly started: number;
  /** Whether to open the playground. */
  readonly opens: boolean;
}

async function serveUntilEnd(project: LiveProject, options: ServeOptions): Promise<void> {
  const { session, serving, reloader, started, opens } = options;
  const { terminal, signal } = session;
  try {
    const server = await serveProject(project, serving);
    const keys =
      serving.protocol !== undefined ? undefined : Keys.of(terminal, { server, restart: () => reloader.restart() });
    terminal.say(startScreen(project, server, { ms: performance.now() - started, hasKeys: keys !== undefined }));
    if (opens) await openPage(server, terminal);
    await Promise.race([server.ended, aborted(signal), ...(keys === undefined ? [] : [keys.quit])]);
    keys?.close();
    await server.close();
  } finally {
    await project.close();
  }
}

interface OpenOptions {
  readonly session: Session;
  readonly options: OptionsOf<'dev'>;
  readonly logger: Logger;
}

/** Loads the project. While it cannot be loaded, waits for edits. */
async function loadableProject(
  { session, options, logger }: OpenOptions,
  nextEdit: (fault: ProjectFault) => Promise<void>,
): Promise<LiveProject> {
  for (;;) {
    try {
      return await openProject(session, options, 'dev', logger);
    } catch (error) {
      if (!(error instanceof ProjectFault) || session.signal.aborted) throw error;
      session.terminal.say(failureText(error.problems, 'Waiting for a change.'));
      await Promise.race([nextEdit(error), aborted(session.signal)]);
    }
  }
}
