import type { Logger } from '@cuecard/core';
import type { CommonOptions, Session } from '../session/session.js';
import type { ProjectCommand } from '../config/config.js';
import { configFile } from '../config/config-file.js';
import { LiveProject } from './live-project.js';
import { terminalLogger } from './terminal-logger.js';

/**
 * Loads the project of the current folder.
 * @throws {Problem} `config-missing`, or if the project cannot be loaded
 */
export function openProject(
  { folder, rest, terminal }: Session,
  { config }: CommonOptions,
  command: ProjectCommand,
  logger: Logger = terminalLogger(terminal),
): Promise<LiveProject> {
  const file = configFile(folder, config);
  return terminal.during('Loading the project…', () => LiveProject.open({ file, folder, command, args: rest, logger }));
}
