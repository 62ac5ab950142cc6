import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createManifest, stringifyManifest } from '@cuecard/testing/contract';
import { definePack, definePrompt } from '@cuecard/core';
import { ExpectationError, expectContract } from '@cuecard/testing';
import { afterAll, beforeAll, expect, test } from '@jest/globals';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'contract-'));
});
afterAll(() => rm(folder, { recursive: true }));

const packOf = (version: string, ...names: string[]) => {
  const prompts = names.map((name) => definePrompt({ name, description: name, render: () => 'x' }));
  return definePack({ name: '@team/reviews', version, prompts });
};

test('expectContract accepts compatible changes and lists incompatible changes', async () => {
  const file = join(folder, 'contract.json');
  await writeFile(file, stringifyManifest(await createManifest(packOf('1.2.0', 'review', 'audit'))));
  await expectContract(packOf('1.2.0', 'review', 'audit'), file);
  await expectContract(packOf('1.3.0', 'review', 'audit', 'plan'), file);
  const error = await expectContract(packOf('1.3.0', 'review'), file).catch((thrown: unknown) => thrown);
  expect(error).toEqual(
    new ExpectationError(`The version is too low for the changes.

# @team/reviews 1.2.0 → 1.3.0

The changes are major: version 2.0.0 or higher is needed.

## Errors

- The version is 1.3.0, but the changes require 2.0.0 or higher.

## Major

- prompt \`audit\`: It was removed.
`),
  );
});

test('expectContract explains how to write a missing contract', async () => {
  const call = expectContract(packOf('1.0.0', 'review'), '/nowhere/contract.json');
  await expect(call).rejects.toThrow(
    'The contract /nowhere/contract.json cannot be read. Write the file with stringifyManifest(await createManifest(…)) from @cuecard/testing/contract, and commit it.',
  );
});
