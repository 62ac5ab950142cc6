import { cp, mkdir, mkdtemp, realpath, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import {
  Arg,
  definePack,
  definePrompt,
  mount,
  Prompt,
  type PromptHandler,
  Registry,
  type RegistryEntry,
  Runtime,
  user,
} from '@cuecard/core';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { IsIn } from 'class-validator';
import { definitionFaults } from './support/faults.ts';

// Simulates a linked package with its own copy of core. Node follows the link, and finds that copy first.

const OURS = fileURLToPath(new URL('..', import.meta.url)).slice(0, -1);
let theirs: string;
let other: typeof import('@cuecard/core');

beforeAll(async () => {
  theirs = join(await realpath(await mkdtemp(join(tmpdir(), 'cuecard-copy-'))), 'linked pack');
  await mkdir(theirs);
  await cp(join(OURS, 'dist'), join(theirs, 'dist'), { recursive: true });
  await symlink(join(OURS, 'node_modules'), join(theirs, 'node_modules'));
  other = await import(pathToFileURL(join(theirs, 'dist/cuecard-core.js')).href);
});

afterAll(() => rm(join(theirs, '..'), { recursive: true }));

const faultsOf = (...entries: readonly RegistryEntry[]) => definitionFaults(() => new Registry(entries));

const fault = (name: string, how: string, [first, second]: readonly [string, string] = [theirs, OURS]) => ({
  where: name,
  type: name,
  id: 'class-of-another-copy',
  problem: `is ${how} by a different copy of @cuecard/core (${first}) than the runtime (${second})`,
  remedy:
    'Install one copy: declare @cuecard/core as a peer dependency in every package that exports packs. If the package is linked, install it as a copy instead (npm install --install-links, or file: with pnpm and Yarn)',
});

describe('@cuecard/core in two copies', () => {
  test('rejects a class of the other copy, naming the folders of both copies', () => {
    @Prompt()
    class Ours implements PromptHandler {
      render = () => '';
    }
    @other.Prompt()
    class Theirs implements PromptHandler {
      render = () => '';
    }
    expect(other.Prompt).not.toBe(Prompt);
    expect(faultsOf(Ours, Theirs)).toEqual([fault('Theirs', 'decorated')]);
    const { problem } = fault('Ours', 'decorated', [OURS, theirs]);
    expect(() => new other.Registry([Theirs, Ours])).toThrow(`Ours ${problem}`);
  });

  test('rejects a class with handler methods of the other copy', () => {
    class Theirs {
      @other.Prompt() review() {
        return '';
      }
    }
    expect(faultsOf(Theirs)).toEqual([fault('Theirs', 'decorated')]);
  });

  test('rejects packs, mounts and definitions of the other copy, naming both folders', () => {
    const reviews = other.definePack({ name: 'reviews', version: '1.0.0' });
    const review = other.definePrompt({ name: 'review', render: () => '' });
    const foreign: readonly unknown[] = [reviews, other.mount(reviews), mount(reviews as never), review];
    expect(foreign.map((entry) => faultsOf(entry as never))).toEqual([
      [fault('reviews', 'created')],
      [fault('reviews', 'created')],
      [fault('reviews', 'created')],
      [fault('review', 'created')],
    ]);
    expect(
      faultsOf(definePack({ name: 'reviews', version: '1.0.0' }), definePrompt({ name: 'r', render: () => '' })),
    ).toEqual([]);
  });

  test('validates arguments that are declared with the other copy', async () => {
    class Args {
      @other.Arg() @IsIn(['go', 'rust']) language!: string;
      @Arg() code = 'none';
    }
    @Prompt({ args: Args })
    class Review implements PromptHandler<Args> {
      render = ({ language, code }: Args) => user(`${language}: ${code}`);
    }
    const { prompts } = new Runtime({ prompts: [Review] });
    expect(await prompts.get({ name: 'review', arguments: { language: 'go' } })).toEqual({
      messages: [{ role: 'user', content: { type: 'text', text: 'go: none' } }],
    });
    await expect(prompts.get({ name: 'review', arguments: { language: 'c' } })).rejects.toMatchObject({ code: -32602 });
  });
});
