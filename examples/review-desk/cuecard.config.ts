import { defineConfig } from '@cuecard/cli';
import { CHECKOUT } from './src/checkout.js';
import { IDENTITY, openDesk } from './src/desk.js';

// `cuecard dev -- ../somewhere` serves the repository in another folder.
export default defineConfig(({ args: [folder = CHECKOUT], logger }) => ({
  ...IDENTITY,
  runtime: openDesk(folder, logger),
  // The prompts quote files of the served repository, so no example would fit.
  check: { rules: { 'example-missing': 'off' } },
}));
