import { rmSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packAll } from '../../checks/lib.js';
import { faultsOf } from '../../checks/packages/packed-package.js';

// Writes the tarballs of a release to `release`, and checks them.

const RELEASE = fileURLToPath(new URL('../../release', import.meta.url));

const work = await mkdtemp(join(tmpdir(), 'cuecard-release-'));
process.once('exit', () => rmSync(work, { recursive: true }));
await rm(RELEASE, { recursive: true, force: true });
await mkdir(RELEASE);

for (const packed of await packAll(work)) {
  for (const fault of await faultsOf(packed.folder, packed)) {
    console.error(`${packed.name}: ${fault}`);
    process.exitCode = 1;
  }
  await cp(packed.tarball, join(RELEASE, basename(packed.tarball)));
}
