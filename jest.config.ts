/** @jest-config-loader esbuild-register */
import { availableParallelism } from 'node:os';
import type { Config } from 'jest';

// The packages under test are the built ones, found as a user's project finds them: by their package.json.
const config: Config = {
  maxWorkers: availableParallelism() + 2, // Some tests wait, and others for processes that they start.
  workerIdleMemoryLimit: '600MB', // Modules of earlier files are kept, and every full collection of garbage goes through them.
  testMatch: ['<rootDir>/{packages,examples}/*/test/**/*.test.ts', '<rootDir>/test/**/*.test.ts'],
  testTimeout: process.env['CI'] ? 60_000 : 15_000, // There, what is random is tried in full.
  extensionsToTreatAsEsm: ['.ts'],
  transform: { '\\.ts$': ['ts-jest', { useESM: true, diagnostics: false, tsconfig: '<rootDir>/tsconfig.test.json' }] },
  // Jest runs CommonJS dependencies before any import; tsyringe wants this one to have been there.
  setupFiles: ['reflect-metadata'],
  modulePathIgnorePatterns: ['<rootDir>/.*/(build|dist)/', '<rootDir>/tools/mutation/.sandbox/'],
};

export default config;
