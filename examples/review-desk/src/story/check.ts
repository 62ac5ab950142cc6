import { deepStrictEqual } from 'node:assert';

/**
 * Prints a line when the values are equal.
 * @throws {AssertionError} with the difference when they are not
 */
export function check(label: string, actual: unknown, expected: unknown): void {
  try {
    deepStrictEqual(actual, expected);
    process.stdout.write(`ok      ${label}\n`);
  } catch (difference) {
    process.stdout.write(`not ok  ${label}\n`);
    throw difference;
  }
}
