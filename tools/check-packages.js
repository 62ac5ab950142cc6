import { rmSync } from 'node:fs';
import { mkdir, mkdtemp, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { consumerFaults } from './consumer.js';
import { faultsOf, pack, readManifest } from './packed-package.js';

// Checks what would be published: every public package by itself as a tarball, and all tarballs in one project.

const ROOT = fileURLToPath(new URL('..', import.meta.url));

const work = await mkdtemp(join(tmpdir(), 'cuecard-packages-'));
process.once('exit', () => rmSync(work, { recursive: true }));

const packages = await packAll();
const results = await Promise.all([checkTogether(), ...packages.map(checkAlone)]);
process.exitCode = results.every(Boolean) ? 0 : 1;

async function packAll() {
  const packed = [];
  for (const entry of await readdir(join(ROOT, 'packages'))) {
    const folder = join(ROOT, 'packages', entry);
    const { name, private: isPrivate } = await readManifest(folder);
    if (!isPrivate) packed.push({ name, folder, ...(await pack(folder, join(work, entry))) });
  }
  return packed;
}

/** @param {Awaited<ReturnType<typeof packAll>>[number]} packed */
async function checkAlone(packed) {
  return report(packed.name, await faultsOf(packed.folder, packed));
}

async function checkTogether() {
  const consumer = join(work, 'consumer');
  await mkdir(consumer);
  const { version } = await readManifest(join(ROOT, 'node_modules/@types/node'));
  return report('a project that uses all of them', await consumerFaults(consumer, packages, String(version)));
}

/**
 * @param {string} title
 * @param {readonly string[]} faults
 */
function report(title, faults) {
  console.log([`${faults.length === 0 ? 'ok    ' : 'FAILED'}  ${title}`, ...faults].join('\n  - '));
  return faults.length === 0;
}
