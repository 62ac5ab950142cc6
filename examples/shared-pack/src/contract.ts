import { writeFile } from 'node:fs/promises';
import { manifestOf, manifestText } from '@cuecard/contract';
import { reviewPack } from './review-pack.js';

// Run when a version is released: what comes after it is compared with this file.
const file = new URL('../contract.json', import.meta.url);
await writeFile(file, manifestText(await manifestOf(reviewPack)));
