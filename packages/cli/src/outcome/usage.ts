import { ExitCode } from './exit-code.js';
import { Problem } from './problem.js';

/** A command line that cannot be meant. */
export function usage(code: string, summary: string, fix: string): Problem {
  return new Problem({ code, summary, fix, exitCode: ExitCode.usage });
}

/** One of some words. @throws {Problem} if it is another one */
export function oneOfWords<Word extends string>(subject: string, given: string, words: readonly Word[]): Word {
  const found = words.find((word) => word === given);
  if (found !== undefined) return found;
  throw usage('word-unknown', `${subject} is not "${given}"`, `Give one of these: ${words.join(', ')}`);
}
