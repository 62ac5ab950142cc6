import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { chromiumPath } from '../lib.js';

export default defineConfig({
  outputDir: join(tmpdir(), 'cuecard-playground'), // Outside the repository, also when Playwright runs on its own.
  forbidOnly: process.env['CI'] !== undefined,
  fullyParallel: true,
  workers: 2,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  projects: [
    { name: 'flows', testDir: 'flows' },
    { name: 'pictures', testMatch: 'pictures.ts' },
  ],
  use: {
    actionTimeout: 10_000,
    viewport: { width: 1440, height: 900 },
    permissions: ['clipboard-read', 'clipboard-write'],
    screenshot: 'only-on-failure',
    // The sandbox needs rights that containers of CI do not have. The browser only visits our own page.
    launchOptions: { executablePath: chromiumPath(), args: ['--no-sandbox', '--force-color-profile=srgb'] },
  },
});
