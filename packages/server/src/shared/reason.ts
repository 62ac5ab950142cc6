import { isNativeError } from 'node:util/types';

/** The maximum depth of causes. */
const MAX_DEPTH = 3;

/** Describes an error and its causes for the operator: any value may have been thrown. */
export function reasonOf(error: unknown, depth = 1): string {
  if (!isError(error)) return `a value that is not an error (${typeof error})`;
  const name = 'code' in error && typeof error.code === 'string' ? error.code : error.name;
  const isQuiet = error.message === '' || error.name === 'SyntaxError'; // Parsers quote their input.
  const said = isQuiet ? name : `${name}: ${error.message}`;
  return depth < MAX_DEPTH && isError(error.cause) ? `${said}; ${reasonOf(error.cause, depth + 1)}` : said;
}

/** Also of another realm, such as errors of `fetch` under a test runner. */
function isError(value: unknown): value is Error {
  return value instanceof Error || isNativeError(value);
}
