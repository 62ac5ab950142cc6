import { readFile } from 'node:fs/promises';
import { compareManifests, type ComparisonOptions } from '../contract/comparison/compare.js';
import type { Manifest } from '../contract/manifest/manifest.js';
import { manifestOf, type ManifestOptions, parseManifest } from '../contract/manifest/manifest-of.js';
import { comparisonMarkdown } from '../contract/report/markdown.js';
import { ExpectationError } from './expectation-error.js';

/**
 * Compares a pack, a registry or a runtime with the manifest of its last release.
 * @param file where the manifest is, which `manifestText(await manifestOf(pack))` writes
 * @throws {ExpectationError} with every change, unless the version is high enough for what changed
 */
export async function expectContract(
  source: Parameters<typeof manifestOf>[0],
  file: string | URL,
  options: ManifestOptions & ComparisonOptions = {},
): Promise<void> {
  const comparison = compareManifests(await published(file), await manifestOf(source, options), options);
  if (!comparison.isFit) throw new ExpectationError(`The version does not fit.\n\n${comparisonMarkdown(comparison)}`);
}

async function published(file: string | URL): Promise<Manifest> {
  try {
    return parseManifest(await readFile(file, 'utf8'));
  } catch (cause) {
    const remedy = 'Write it with manifestText(await manifestOf(…)) of @cuecard/testing/contract, and commit it';
    throw new ExpectationError(`The contract ${String(file)} cannot be read. ${remedy}.`, { cause });
  }
}
