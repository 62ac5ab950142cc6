import { rmSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packAll, readManifest, run } from '../../checks/lib.js';
import { faultsOf } from '../../checks/packages/packed-package.js';

// Writes the tarballs of a release to `release`, and checks them. In GitHub Actions each names the repository that it is
// released from: npm accepts a provenance statement only with that address, and we know no other.

const RELEASE = fileURLToPath(new URL('../../release', import.meta.url));
const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository } = process.env;

const work = await mkdtemp(join(tmpdir(), 'cuecard-release-'));
process.once('exit', () => rmSync(work, { recursive: true }));
await rm(RELEASE, { recursive: true, force: true });
await mkdir(RELEASE);

const faults = [];
for (const packed of await packAll(work)) {
  const tarball = await stamped(packed);
  const released = join(RELEASE, basename(tarball));
  faults.push(...(await faultsOf(packed.folder, { tarball, unpacked: packed.unpacked })));
  await rename(tarball, released);
}
for (const fault of faults) console.error(fault);
process.exitCode = faults.length === 0 && (await readdir(RELEASE)).length > 0 ? 0 : 1;

/**
 * Packs a package anew, with the address of the repository.
 * @param {Awaited<ReturnType<typeof packAll>>[number]} packed
 */
async function stamped({ folder, tarball, unpacked }) {
  if (server === undefined || repository === undefined) return tarball;
  const manifest = { ...(await readManifest(unpacked)), ...addressOf(`${server}/${repository}`, folder) };
  await writeFile(join(unpacked, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  const { code, output } = await run('npm', ['pack', '--pack-destination', work], { cwd: unpacked });
  if (code !== 0) throw new Error(`npm pack failed in ${unpacked}\n${output}`);
  return join(work, basename(tarball));
}

/**
 * The members of a package.json that say where a package comes from.
 * @param {string} origin the repository, such as `https://github.com/owner/name`
 * @param {string} folder the package's
 */
function addressOf(origin, folder) {
  return {
    repository: { type: 'git', url: `git+${origin}.git`, directory: `packages/${basename(folder)}` },
    homepage: `${origin}#readme`,
    bugs: `${origin}/issues`,
  };
}
