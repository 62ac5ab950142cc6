/** @jest-config-loader esbuild-register */
import { availableParallelism } from 'node:os';
import type { Config } from 'jest';

const TESTS = ['<rootDir>/{packages,examples}/*/test', '<rootDir>/{build,docs}/test'];

// The packages under test are the built ones, found as a user's project finds them: by their package.json.
const shared = {
  extensionsToTreatAsEsm: ['.ts'],
  transform: { '\\.ts$': ['ts-jest', { useESM: true, diagnostics: false, tsconfig: '<rootDir>/tsconfig.test.json' }] },
  cacheDirectory: '<rootDir>/node_modules/.cache/jest', // Not shared with other clones.
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': ['$1.ts', '$1.js'] }, // The page's modules import each other as compiled.
  runtime: '<rootDir>/build/jest/runtime.cjs',
  testEnvironment: '<rootDir>/build/jest/environment.cjs',
  fakeTimers: { doNotFake: ['nextTick', 'queueMicrotask'] }, // Node's own streams call them.
  modulePathIgnorePatterns: ['<rootDir>/.*/(build|dist)/'],
} satisfies Config;

const config: Config = {
  maxWorkers: availableParallelism() + 2, // Some tests wait for processes that they start.
  workerIdleMemoryLimit: '900MB',
  testTimeout: 180_000, // Ends a test that hangs.
  globalSetup: '<rootDir>/build/jest/temporary-folder.js',
  globalTeardown: '<rootDir>/build/jest/left-files.js',
  reporters: ['default', '<rootDir>/build/jest/summary.js'],
  projects: [
    { ...shared, displayName: 'test', testMatch: TESTS.map((folder) => `${folder}/**/!(*.slow).test.ts`) },
    { ...shared, displayName: 'slow', testMatch: TESTS.map((folder) => `${folder}/**/*.slow.test.ts`) },
  ],
};

export default config;
