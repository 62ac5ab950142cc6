import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

// Looks at all that a project installs with all packages in `release`. `sbom` writes the bill of materials to `release`, and
// `audit` fails if a package has a known vulnerability.

const RELEASE = resolve('release');
const project = mkdtempSync(join(tmpdir(), 'cuecard-dependencies-'));
process.once('exit', () => rmSync(project, { recursive: true }));

const tarballs = readdirSync(RELEASE).filter((file) => file.endsWith('.tgz'));
const dependencies = Object.fromEntries(tarballs.map((file) => [nameOf(file), `file:${join(RELEASE, file)}`]));
const manifest = { name: 'all-packages', version: '1.0.0', private: true, dependencies, overrides: dependencies };
writeFileSync(join(project, 'package.json'), JSON.stringify(manifest));
npm('inherit', 'install', '--package-lock-only', '--no-audit');

const [command] = process.argv.slice(2);
if (command === 'audit') npm('inherit', 'audit', '--omit=dev');
else {
  const sbom = npm('pipe', 'sbom', '--package-lock-only', '--sbom-format=cyclonedx');
  writeFileSync(join(RELEASE, 'sbom.cdx.json'), sbom.replaceAll(`file:${RELEASE}/`, ''));
}

/**
 * @param {'inherit' | 'pipe'} output
 * @param {readonly string[]} args
 */
function npm(output, ...args) {
  return execFileSync('npm', args, { cwd: project, encoding: 'utf8', stdio: ['ignore', output, 'inherit'] });
}

/** @param {string} file */
function nameOf(file) {
  const text = execFileSync('tar', ['-xOzf', join(RELEASE, file), 'package/package.json'], { encoding: 'utf8' });
  return JSON.parse(text).name;
}
