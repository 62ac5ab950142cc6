import type { Manifest } from '../project/project-folder.js';

/** What runs the tests of a project. */
export const RUNNERS = ['node', 'vitest', 'jest'] as const;

export type Runner = (typeof RUNNERS)[number];

/** What tests import `test` from. */
export const MODULES: Readonly<Record<Runner, string>> = { node: 'node:test', vitest: 'vitest', jest: '@jest/globals' };

/** A test of the templates, which are written for Node's own runner, for another one. */
export function testFor(runner: Runner, text: string): string {
  return text.replace(`'${MODULES.node}'`, `'${MODULES[runner]}'`);
}

/** The runner of a project, as its package.json says. */
export function runnerOf({ scripts = {}, dependencies, devDependencies }: Manifest): Runner {
  const test = scripts['test'] ?? '';
  const named = RUNNERS.find((runner) =>
    new RegExp(`\\b${runner === 'node' ? 'node\\b.* --test' : runner}\\b`).test(test),
  );
  const installed = { ...dependencies, ...devDependencies };
  return named ?? RUNNERS.find((runner) => runner in installed) ?? 'node';
}
