import 'reflect-metadata';
import { existsSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { type Logger, ResourceReader, Runtime } from '@cuecard/core';
import { FileResources, GitResources, ResourcesByScheme } from '@cuecard/resources';
import { fromContainer, injectionToken } from '@cuecard/tsyringe';
import { container as globalContainer } from 'tsyringe';
import { CommitMessage } from './prompts/commit-message.js';
import { ExplainFile } from './prompts/explain-file.js';
import { Onboarding } from './prompts/onboarding.js';
import { ReleaseNotes } from './prompts/release-notes.js';
import { ReviewChanges } from './prompts/review-changes.js';
import { ReviewCode } from './prompts/review-code.js';
import { ReviewImage } from './prompts/review-image.js';

/** The identity of the server. */
export const IDENTITY = { name: 'review-desk', version: '0.1.0', title: 'Review desk' };

const PROMPTS = [ReviewCode, ExplainFile, ReviewImage, Onboarding];
const GIT_PROMPTS = [ReviewChanges, CommitMessage, ReleaseNotes];

/** The most that a prompt quotes. */
const MAX_BYTES = 250_000;

/**
 * The prompts for the files in a folder and, if it is one, for its git repository.
 * @throws {Error} if the folder does not exist
 */
export function openDesk(path: string, logger?: Logger): Runtime {
  const folder = realpathSync(path);
  const hasRepository = existsSync(join(folder, '.git'));
  const resources = new ResourcesByScheme({
    file: new FileResources({ roots: [folder], ignore: { git: true } }),
    ...(hasRepository && { git: new GitResources({ repository: folder, maxBytes: MAX_BYTES }) }),
  });
  // Its own container, so that several desks can be open in one process.
  const container = globalContainer.createChildContainer();
  container.register(injectionToken(ResourceReader), { useValue: resources });
  return new Runtime({
    prompts: hasRepository ? [...PROMPTS, ...GIT_PROMPTS] : PROMPTS,
    resolver: fromContainer(container),
    resources,
    interpolation: 'strict',
    askForMissing: true,
    ...(logger !== undefined && { logger }),
  });
}
