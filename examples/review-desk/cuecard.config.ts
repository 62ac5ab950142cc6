import { defineConfig } from '@cuecard/cli';
import { CHECKOUT } from './src/checkout.js';
import { IDENTITY, openDesk } from './src/desk.js';

// `cuecard dev -- ../somewhere` serves the repository in another folder.
export default defineConfig(({ args: [folder = CHECKOUT], logger }) => ({
  ...IDENTITY,
  runtime: openDesk(folder, logger),
  // What the prompts quote is in the repository that is served, which no example can know.
  check: { rules: { 'example-missing': 'off' } },
}));
