import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PIXEL } from './badge.js';
import { bundle } from './bundle.js';
import { hear } from './interview.js';

// The service as it is developed, and as one file in a folder without any package, as an official client meets them.
const folder = await mkdtemp(join(tmpdir(), 'bundled-'));
try {
  const outfile = join(folder, 'service.mjs');
  await bundle(outfile);
  const developed = await hear(process.execPath, [fileURLToPath(new URL('stdio.js', import.meta.url))]);
  assert.equal(developed.log, '');
  assert.deepEqual(developed.interview?.names, ['badge', 'releases_summary', 'reviews_summary']);
  assert.deepEqual(developed.interview.badge, [
    { role: 'user', content: { type: 'text', text: 'Describe this badge.' } },
    { role: 'user', content: { type: 'image', mimeType: 'image/png', data: PIXEL } },
  ]);
  assert.deepEqual(await hear(process.execPath, [outfile]), developed);
} finally {
  await rm(folder, { recursive: true });
}
console.log('bundled: one file answers what the service answers');
