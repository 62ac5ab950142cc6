import { posix } from 'node:path';
import type { Manifest } from '../project/project-folder.js';
import type { Kind } from './definition-name.js';
import { declaring, isTest, mostFrequent } from './sources.js';
import type { Files } from './templates.js';
import { MODULES, type Runner, RUNNERS, runnerOf } from './new-project.js';

/** How a project writes what is added to it. */
export interface Conventions {
  /** The folder of its classes. */
  readonly folder: string;
  /** The folder of its tests; without one, they stand beside the classes. */
  readonly tests: string | undefined;
  /** What the names of tests end with, as `.test.ts`. */
  readonly testEnding: string;
  readonly runner: Runner;
  /** Whether tests take `test` from the global object. */
  readonly hasGlobals: boolean;
  /** Whether imports of the project's own files end with `.js`. */
  readonly hasEndings: boolean;
}

interface Known {
  readonly kind: Kind;
  readonly sources: Files;
  readonly manifest: Manifest;
  /** The folders that the config serves as a whole. */
  readonly served: readonly string[];
}

/** What most of the files of a project do; where there are none, what its config serves, or what new projects do. */
export function conventionsOf({ kind, sources, manifest, served }: Known): Conventions {
  const classes = declaring(kind, sources);
  const tests = [...sources.keys()].filter(isTest);
  const runner = runnerIn(sources, tests) ?? runnerOf(manifest);
  const folders = tests.map((path) => posix.dirname(path));
  const source = new Set([...sources.keys()].filter((path) => !isTest(path)).map((path) => posix.dirname(path)));
  const own = folders.filter((folder) => !source.has(folder));
  return {
    folder: mostFrequent(classes.map((path) => posix.dirname(path))) ?? folderFor(kind, served),
    tests: own.length * 2 < folders.length ? undefined : topOf(mostFrequent(own)),
    testEnding: mostFrequent(tests.map((path) => /\.(?:test|spec)\.[cm]?ts$/.exec(path)?.[0] ?? '')) ?? '.test.ts',
    runner,
    hasGlobals: runner === 'jest' && '@types/jest' in { ...manifest.dependencies, ...manifest.devDependencies },
    hasEndings: hasEndings(sources) ?? manifest.type === 'module',
  };
}

function folderFor(kind: Kind, served: readonly string[]): string {
  const own = served.find((folder) => folder.endsWith(`${kind}s`));
  return own ?? (served.length === 1 ? served[0] : undefined) ?? `src/${kind}s`;
}

function runnerIn(sources: Files, tests: readonly string[]): Runner | undefined {
  const imported = tests.flatMap((path) => {
    const text = sources.get(path) ?? '';
    return RUNNERS.filter(
      (runner) => text.includes(`from '${MODULES[runner]}'`) || text.includes(`"${MODULES[runner]}"`),
    );
  });
  return RUNNERS.find((runner) => runner === mostFrequent(imported));
}

/** `test/prompts` is below `test`, where tests of another kind belong, too. */
function topOf(folder = 'test'): string {
  return /^(?:.*\/)?(?:tests?|__tests__|specs?)(?=\/|$)/.exec(folder)?.[0] ?? folder;
}

function hasEndings(sources: Files): boolean | undefined {
  const imports = [...sources.values()].flatMap((text) => [...text.matchAll(/from ['"]\.{1,2}\/[^'"]*['"]/g)]);
  if (imports.length === 0) return undefined;
  return mostFrequent(imports.map(([text]) => String(/\.js['"]$/.test(text)))) === 'true';
}
