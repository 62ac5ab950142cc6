import { reviewPack } from '@cuecard/example-shared-pack';
import { expectContract } from '@cuecard/testing';
import { test } from '@jest/globals';

test('the version of the pack fits what changed since its last release', async () => {
  await expectContract(reviewPack, new URL('../contract.json', import.meta.url));
});
