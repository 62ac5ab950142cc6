// The heart of core, unless `pnpm mutation` names folders of `packages/core/src`.
const HEART = ['arguments', 'validation', 'engine', 'injection', 'catalogue'];
const named = process.env['CUECARD_MUTATE'];
const folders = named ? named.split(',') : HEART;

/** @type {import('@stryker-mutator/api/core').PartialStrykerOptions} */
export default {
  plugins: ['@stryker-mutator/tap-runner'],
  testRunner: 'tap',
  // One process per file of tests: the bundle holds all of core, so a mutant is tried with each file that runs it.
  tap: {
    testFiles: ['packages/core/test/*.test.mjs'],
    nodeArgs: ['--expose-gc', '-r', '{{hookFile}}', '{{testFile}}'],
  },
  coverageAnalysis: 'perTest',
  mutate: folders.map((folder) => `packages/core/src/${folder}/**/*.ts`),
  // The text of a message is the writer's to change.
  mutator: { excludedMutations: ['StringLiteral'] },
  ignorePatterns: [
    '**',
    '!packages/core/src/**',
    '!packages/core/test/**',
    '!packages/core/*.json',
    '!bundling/**',
    '!tools/mutation/*.js*',
    '!tsconfig.base.json',
    '!package.json',
  ],
  symlinkNodeModules: false, // Stryker does it after the build, which needs them.
  buildCommand: 'node tools/mutation/prepare.js',
  reporters: ['clear-text', 'json', 'html', 'progress-append-only'],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false, reportMutants: false },
  jsonReporter: { fileName: 'tools/mutation/reports/mutation.json' },
  htmlReporter: { fileName: 'tools/mutation/reports/mutation.html' },
  incremental: true,
  incrementalFile: 'tools/mutation/reports/incremental.json',
  concurrency: Number(process.env['CUECARD_MUTATION_WORKERS'] ?? 1),
  timeoutMS: 20_000,
  tempDirName: 'tools/mutation/.sandbox',
};
