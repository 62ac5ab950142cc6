import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { LiveProject } from '../build/project/live-project.js';
import { DESK, greeting } from './support/desk.ts';
import { ProjectFolder } from './support/project-folder.ts';

const FILE = 'src/prompts/hello.ts';
const silent = { error() {}, warn() {}, info() {}, debug() {} };

let project: ProjectFolder;
let live: LiveProject;

beforeEach(async () => {
  project = new ProjectFolder({ ...DESK, [FILE]: greeting('hello') });
  const file = join(project.path, 'cuecard.config.ts');
  live = await LiveProject.open({ file, folder: project.path, command: 'dev', args: [], logger: silent });
});
afterEach(async () => {
  await live.close();
  project.remove();
});

const served = () => live.runtime.registry.list('prompt').map(({ name, description }) => [name, description]);
/** Empties a file, reloads it, and writes it a moment later. */
async function reloadEmptied(written?: string): Promise<void> {
  project.write({ [FILE]: '' });
  const reloading = live.reload(new Set([join(project.path, FILE)]));
  await sleep(60);
  if (written !== undefined) project.write({ [FILE]: written });
  await reloading;
}

describe('LiveProject.reload of an emptied file', () => {
  test('waits until the file has been written', async () => {
    await reloadEmptied(greeting('hello', { description: 'Greets again' }));
    expect(served()).toEqual([['hello', 'Greets again']]);
  });

  test('keeps the prompt if the written file is broken', async () => {
    await expect(reloadEmptied('export class {')).rejects.toMatchObject({ problems: [{ code: 'syntax-error' }] });
    expect(served()).toEqual([['hello', 'Greets']]);
  });

  test('removes the prompt if the file stays empty', async () => {
    await reloadEmptied();
    expect(served()).toEqual([]);
  });
});
