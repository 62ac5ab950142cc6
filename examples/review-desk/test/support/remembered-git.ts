import { jest } from '@jest/globals';
import { GitResources } from '@cuecard/resources';
import { GitRepository } from '../../dist/services/git-repository.js';

type Method = (...args: unknown[]) => unknown;

/** Runs git once for equal calls, until mocks are restored. For tests that leave their only repository unchanged. */
export function rememberGit(): void {
  for (const name of ['stagedChange', 'changes', 'commits', 'latestSubjects']) remember(GitRepository.prototype, name);
  remember(GitResources.prototype, 'read');
}

function remember(prototype: object, name: string): void {
  const methods = prototype as Record<string, Method>;
  const run = methods[name] as Method;
  const results = new Map<string, unknown>();
  jest.spyOn(methods, name).mockImplementation(function (this: unknown, ...args) {
    const key = JSON.stringify(args[0]); // The second argument is a signal or a context.
    if (!results.has(key)) results.set(key, run.apply(this, args));
    return results.get(key);
  });
}
