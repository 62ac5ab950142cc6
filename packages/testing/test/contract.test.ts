import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { manifestOf, manifestText } from '@cuecard/contract';
import { definePack, definePrompt } from '@cuecard/core';
import { ExpectationError, expectContract } from '@cuecard/testing';
import { expect, test } from '@jest/globals';

const packOf = (version: string, ...names: string[]) => {
  const prompts = names.map((name) => definePrompt({ name, description: name, render: () => 'x' }));
  return definePack({ name: '@team/reviews', version, prompts });
};

test('a pack fits its last contract, or fails with every change', async () => {
  const file = join(await mkdtemp(join(tmpdir(), 'contract-')), 'contract.json');
  await writeFile(file, manifestText(await manifestOf(packOf('1.2.0', 'review', 'audit'))));
  await expectContract(packOf('1.2.0', 'review', 'audit'), file);
  await expectContract(packOf('1.3.0', 'review', 'audit', 'plan'), file);
  const error = await expectContract(packOf('1.3.0', 'review'), file).catch((thrown: unknown) => thrown);
  expect(error).toEqual(
    new ExpectationError(`The version does not fit.

# @team/reviews 1.2.0 → 1.3.0

The changes are major: version 2.0.0 or higher is needed.

## Errors

- The version is 1.3.0, and the changes need 2.0.0.

## Major

- prompt \`audit\`: It is gone.
`),
  );
});

test('a contract that is missing is an error that says how to write it', async () => {
  const call = expectContract(packOf('1.0.0', 'review'), '/nowhere/contract.json');
  await expect(call).rejects.toThrow(
    'The contract /nowhere/contract.json cannot be read. Write it with manifestText(await manifestOf(…)) of @cuecard/contract, and commit it.',
  );
});
