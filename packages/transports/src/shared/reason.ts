import { isNativeError } from 'node:util/types';

/** How far it is asked what was behind an error. */
const MAX_DEPTH = 3;

/** Says what an error is, and what was behind it, for the operator: what is thrown may be anything. */
export function reasonOf(error: unknown, depth = 1): string {
  if (!isError(error)) return `something that is no error (${typeof error})`;
  const name = 'code' in error && typeof error.code === 'string' ? error.code : error.name;
  const isQuiet = error.message === '' || error.name === 'SyntaxError'; // Parsers quote what they were given.
  const said = isQuiet ? name : `${name}: ${error.message}`;
  return depth < MAX_DEPTH && isError(error.cause) ? `${said}; ${reasonOf(error.cause, depth + 1)}` : said;
}

/** Also one of another realm, as those of `fetch` are under a test runner. */
function isError(value: unknown): value is Error {
  return value instanceof Error || isNativeError(value);
}
