import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';

// Publishes the tarballs in `release` whose versions are not published yet. Its arguments go to `npm publish`. It needs
// nothing but Node and npm, because the job that runs it may publish: no dependency is installed there.

const RELEASE = fileURLToPath(new URL('../../release', import.meta.url));
const tarballs = readdirSync(RELEASE).filter((file) => file.endsWith('.tgz'));
if (tarballs.length === 0) throw new Error(`There is no tarball in ${RELEASE}: run \`pnpm release:pack\``);

for (const tarball of tarballs.map((file) => join(RELEASE, file))) {
  const version = versionOf(tarball);
  if (isPublished(version)) console.log(`${version} is published already`);
  else execFileSync('npm', ['publish', tarball, '--access', 'public', ...process.argv.slice(2)], { stdio: 'inherit' });
}

/** @param {string} tarball */
function versionOf(tarball) {
  const manifest = execFileSync('tar', ['-xOzf', tarball, 'package/package.json'], { encoding: 'utf8' });
  const { name, version } = JSON.parse(manifest);
  return `${name}@${version}`;
}

/**
 * @param {string} version such as `@cuecard/core@1.0.0`
 * @throws {Error} if the registry does not answer
 */
function isPublished(version) {
  const { status, stdout, stderr } = spawnSync('npm', ['view', version, 'version', '--json'], { encoding: 'utf8' });
  if (status !== 0 && !stdout.includes('E404')) throw new Error(`npm cannot look up ${version}\n${stderr}`);
  return status === 0 && stdout.trim() !== '';
}
