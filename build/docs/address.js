import { readFileSync } from 'node:fs';

const SOURCE = new URL('../../packages/core/src/site.ts', import.meta.url);

/** The public address of the documentation, as errors name it. */
export const SITE = /'(https:\/\/[^']+)'/.exec(readFileSync(SOURCE, 'utf8'))?.[1] ?? '';
