import { type Role, InvalidArgumentsError } from '@cuecard/core';
import { formatResult } from '../reading/format-result.js';
import { textsOf, insideFences, outsideFences, type Result } from '../reading/texts.js';
import { readFile } from 'node:fs/promises';
import { compareManifests, type ComparisonOptions } from '../contract/comparison/compare.js';
import { estimateTokens } from '../contract/tokens.js';
import type { Manifest } from '../contract/manifest/manifest.js';
import { createManifest, type ManifestOptions, parseManifest } from '../contract/manifest/create-manifest.js';
import { formatComparison } from '../contract/report/markdown.js';

/** Thrown by the functions that check something in a test. */
export class ExpectationError extends Error {
  override readonly name = 'ExpectationError';
}

/** The result of a check. */
export interface Verdict {
  readonly passes: boolean;
  /** The expectation, worded to follow "Expected": `the result to contain "hello"`. */
  readonly expectation: string;
  /** The actual value, in readable form. */
  readonly received: string;
}

/** Returns the message of a failed test. If the check has passed, the test expected the opposite. */
export function failureMessage({ passes, expectation, received }: Verdict): string {
  return `${passes ? 'Did not expect' : 'Expected'} ${expectation}\n\n${received}`;
}

/**
 * Checks that some text of the result contains a string or matches a pattern. With a role, checks only the text of that
 * role.
 */
export function checkText(result: Result, expected: string | RegExp, role?: Role): Verdict {
  const texts = textsOf(result).filter((block) => role === undefined || block.role === role);
  const isIn = (text: string) => (typeof expected === 'string' ? text.includes(expected) : text.search(expected) >= 0);
  const subject = role === undefined ? 'the result' : `the text of the ${role}`;
  const shown = typeof expected === 'string' ? JSON.stringify(expected) : String(expected);
  return {
    passes: texts.some(({ text }) => isIn(text)),
    expectation: `${subject} to contain ${shown}`,
    received: formatResult(result),
  };
}

/** The rule that each argument breaks, by the argument's wire name. */
export type ArgumentErrors = Readonly<Record<string, string>>;

/** Checks that an error rejects exactly these arguments because of these rules. */
export function checkArgumentErrors(error: unknown, expected: ArgumentErrors): Verdict {
  const found = error instanceof InvalidArgumentsError ? error.errors : [];
  const faults = found.map(({ argument, rule }) => `${argument}: ${rule}`).toSorted();
  const rejected = Object.entries(expected)
    .map(([argument, rule]) => `${argument}: ${rule}`)
    .toSorted();
  return {
    passes: found.length > 0 && faults.join('\n') === rejected.join('\n'),
    expectation: rejected.length > 0 ? `argument errors:\n${rejected.join('\n')}` : 'an argument error',
    received: faults.length > 0 ? `Received argument errors:\n${faults.join('\n')}` : `Received: ${String(error)}`,
  };
}

/** Checks that a string occurs between the markers of `untrusted`, and nowhere else. */
export function checkFenced(result: Result, expected: string): Verdict {
  const texts = textsOf(result).map(({ text }) => text);
  const isInside = texts.some((text) => insideFences(text).some((inside) => inside.includes(expected)));
  const isOutside = texts.some((text) => outsideFences(text).includes(expected));
  return {
    passes: isInside && !isOutside,
    expectation: `the result to contain ${JSON.stringify(expected)} only inside a fence${isOutside ? '; it occurs outside' : ''}`,
    received: formatResult(result),
  };
}

/** Counts the tokens of a string. Use the tokenizer of your model. */
export type TokenCounter = (text: string) => number;

/** Returns the number of tokens in all text of a result. Images, audio and links do not count. */
export function countTokens(result: Result, count: TokenCounter = estimateTokens): number {
  return textsOf(result).reduce((sum, { text }) => sum + count(text), 0);
}

/** Checks that a result has at most `limit` tokens. */
export function checkTokenBudget(result: Result, limit: number, count?: TokenCounter): Verdict {
  const tokens = countTokens(result, count);
  return {
    passes: tokens <= limit,
    expectation: `the result to have at most ${limit} tokens; it has ${tokens}`,
    received: formatResult(result),
  };
}

/**
 * Compares a pack, a registry or a runtime with the manifest of its last release.
 * @param file the file with the manifest, written with `stringifyManifest(await createManifest(pack))`
 * @throws {ExpectationError} with every change, unless the version is high enough for the changes
 */
export async function expectContract(
  source: Parameters<typeof createManifest>[0],
  file: string | URL,
  options: ManifestOptions & ComparisonOptions = {},
): Promise<void> {
  const comparison = compareManifests(await readContract(file), await createManifest(source, options), options);
  if (!comparison.isCompatible)
    throw new ExpectationError(`The version is too low for the changes.\n\n${formatComparison(comparison)}`);
}

async function readContract(file: string | URL): Promise<Manifest> {
  try {
    return parseManifest(await readFile(file, 'utf8'));
  } catch (cause) {
    const remedy =
      'Write the file with stringifyManifest(await createManifest(…)) from @cuecard/testing/contract, and commit it';
    throw new ExpectationError(`The contract ${String(file)} cannot be read. ${remedy}.`, { cause });
  }
}
