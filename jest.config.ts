/** @jest-config-loader esbuild-register */
import type { Config } from 'jest';

// The packages under test are the built ones, found as a user's project finds them: by their package.json.
const config: Config = {
  maxWorkers: '100%', // Much of the work is done by processes that the tests start.
  testMatch: ['<rootDir>/{packages,examples}/*/test/**/*.test.ts', '<rootDir>/test/**/*.test.ts'],
  extensionsToTreatAsEsm: ['.ts'],
  transform: { '\\.ts$': ['ts-jest', { useESM: true, diagnostics: false, tsconfig: '<rootDir>/tsconfig.test.json' }] },
  // Jest runs CommonJS dependencies before any import; tsyringe wants this one to have been there.
  setupFiles: ['reflect-metadata'],
  modulePathIgnorePatterns: ['/dist/'],
};

export default config;
