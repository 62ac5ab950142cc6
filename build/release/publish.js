import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

// Publishes the tarballs in `release` whose versions are not published yet. Its arguments go to `npm publish`. It needs only
// Node and npm, because the job that runs it may publish: no dependency is installed there.

const exec = promisify(execFile);

const folder = resolve('release');
const registry = (await exec('npm', ['config', 'get', 'registry'])).stdout.trim();
const tarballs = (await readdir(folder)).filter((file) => file.endsWith('.tgz'));
if (tarballs.length === 0) throw new Error(`There is no tarball in ${folder}: run \`pnpm release:pack\``);
for (const message of await Promise.all(tarballs.map((file) => publish(join(folder, file))))) console.log(message);

/** @param {string} tarball */
async function publish(tarball) {
  const { name, version } = await manifestOf(tarball);
  if (await isPublished(name, version)) return `${name}@${version} is published already`;
  const { stdout } = await exec('npm', ['publish', tarball, '--access', 'public', ...process.argv.slice(2)]);
  return stdout.trim();
}

/** @param {string} tarball */
async function manifestOf(tarball) {
  const { stdout } = await exec('tar', ['-xOzf', tarball, 'package/package.json']);
  return JSON.parse(stdout);
}

/**
 * @param {string} name
 * @param {string} version
 * @throws {Error} if the registry does not answer
 */
async function isPublished(name, version) {
  const { status } = await fetch(`${registry.replace(/\/$/, '')}/${name}/${version}`);
  if (status !== 200 && status !== 404) throw new Error(`${registry} answers ${status} for ${name}@${version}`);
  return status === 200;
}
