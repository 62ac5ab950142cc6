import 'reflect-metadata';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Logger, ResourceReader, Runtime } from '@cuecard/core';
import { FileResources, GitResources, ResourcesByScheme } from '@cuecard/resources';
import { fromContainer, tokenOf } from '@cuecard/tsyringe';
import { container as globalContainer } from 'tsyringe';
import { CommitMessage } from './prompts/commit-message.js';
import { ExplainFile } from './prompts/explain-file.js';
import { Minutes } from './prompts/minutes.js';
import { Onboarding } from './prompts/onboarding.js';
import { ReleaseNotes } from './prompts/release-notes.js';
import { ReviewChanges } from './prompts/review-changes.js';
import { ReviewCode } from './prompts/review-code.js';
import { ReviewImage } from './prompts/review-image.js';
import { ServedFolder } from './services/served-folder.js';

/** How the desk introduces itself to clients. */
export const IDENTITY = { name: 'review-desk', version: '0.1.0', title: 'Review desk' };

/** Everything the desk offers, in the order in which clients list it. */
const PROMPTS = [ReviewCode, ReviewChanges, CommitMessage, ReleaseNotes, ExplainFile, ReviewImage, Minutes, Onboarding];

/** The prompts, for the repository in a folder. */
export interface Desk {
  readonly folder: ServedFolder;
  readonly resources: ResourceReader;
  readonly runtime: Runtime;
}

/** @throws {Error} when there is no such folder */
export function openDesk(path: string, logger?: Logger): Desk {
  const folder = new ServedFolder(path);
  const schemes: Record<string, ResourceReader> = {
    file: new FileResources({ roots: [folder.path], ignore: { git: true } }),
  };
  const hasRepository = existsSync(join(folder.path, '.git'));
  if (hasRepository) schemes['git'] = new GitResources({ repository: folder.path });
  const resources = new ResourcesByScheme(schemes);
  // A container of its own, so that several desks can be open in one process.
  const container = globalContainer.createChildContainer();
  container.register(ServedFolder, { useValue: folder });
  container.register(tokenOf(ResourceReader), { useValue: resources });
  const resolver = fromContainer(container);
  const runtime = new Runtime({
    prompts: PROMPTS,
    resolver,
    resources,
    interpolation: 'strict',
    askForMissing: true,
    ...(logger !== undefined && { logger }),
  });
  return { folder, resources, runtime };
}
