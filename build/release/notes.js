import { fileURLToPath } from 'node:url';
import { readFileSync } from 'node:fs';
import { sectionOf } from './changelog.js';

// Prints what the changelog says of the version of the packages.

const manifest = readFileSync(fileURLToPath(new URL('../../packages/core/package.json', import.meta.url)), 'utf8');
console.log(await sectionOf(JSON.parse(manifest).version));
