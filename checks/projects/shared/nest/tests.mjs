import { readdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

// Runs the tests of a folder in one process: `node tests.mjs FOLDER`. With `node --test`, each file loads Nest again, which
// takes three times as long, and Node 20 has no `--test-isolation=none`.

const [folder = ''] = process.argv.slice(2);
for (const file of await readdir(folder, { recursive: true }))
  if (file.endsWith('.test.js')) await import(pathToFileURL(resolve(folder, file)).href);
