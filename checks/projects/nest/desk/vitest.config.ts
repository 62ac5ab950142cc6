import { defineConfig } from 'vitest/config';

// The tests of the example are written for Jest, and import what `tsc` has compiled: Vitest compiles the sources itself.
export default defineConfig({
  test: { include: ['test/**/*.test.ts'] },
  resolve: {
    alias: [
      { find: '@jest/globals', replacement: 'vitest' },
      { find: /^\.\.\/dist\//, replacement: '../src/' },
    ],
  },
});
