import { readFile, writeFile } from 'node:fs/promises';
import { compareManifests, comparisonMarkdown, manifestOf, manifestText, parseManifest } from '@cuecard/contract';
import { reviewPack } from '@cuecard/example-shared-pack';
import { expect, test } from '@jest/globals';

const file = new URL('../contract.json', import.meta.url);

test('the version of the pack fits what changed since its contract was published', async () => {
  const manifest = await manifestOf(reviewPack);
  if (process.env['PUBLISH'] === '1') await writeFile(file, manifestText(manifest));
  const published = parseManifest(await readFile(file, 'utf8'));
  const comparison = compareManifests(published, manifest);
  expect(comparison.isFit ? '' : comparisonMarkdown(comparison)).toBe('');
});
