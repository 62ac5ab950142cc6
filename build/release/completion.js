import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { addressFields, withAddresses } from './addresses.js';

// Completes an unpacked package for readers who do not have the repository.

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PICTURE = /^(?:!\[[^\]]*\]\([^)]*\)|<img [^>]*>)\n+/gm;
const COMMENT = /^<!--.*-->\n+/gm;

/**
 * Sets the addresses of a package, and those of the links in its README. Adds the documentation to `@cuecard/core`.
 * @param {string} folder of the package
 * @param {string} unpacked what is packed of it
 */
export async function complete(folder, unpacked) {
  const path = `packages/${basename(folder)}`;
  const manifest = JSON.parse(await readFile(join(unpacked, 'package.json'), 'utf8'));
  await writeJson(join(unpacked, 'package.json'), { ...manifest, ...addressFields(path) });
  const readme = await readFile(join(unpacked, 'README.md'), 'utf8');
  await writeFile(join(unpacked, 'README.md'), withAddresses(readme.replaceAll(COMMENT, ''), `${path}/README.md`));
  if (manifest.name === '@cuecard/core') await addDocumentation(unpacked);
}

/** The pages in English, by their names. @returns {Promise<string[]>} */
export async function pageNames() {
  const files = await readdir(join(ROOT, 'docs'));
  return files.filter((file) => /^[\w-]+\.md$/.test(file));
}

/** @param {string} unpacked */
async function addDocumentation(unpacked) {
  await mkdir(join(unpacked, 'docs'));
  const pages = await pageNames();
  const isPage = (/** @type {string} */ path) => pages.some((page) => path === `docs/${page}`);
  for (const page of pages) {
    const text = await readFile(join(ROOT, 'docs', page), 'utf8');
    const plain = text.replaceAll(PICTURE, '').replaceAll(COMMENT, '');
    await writeFile(join(unpacked, 'docs', page), withAddresses(plain, `docs/${page}`, isPage));
  }
  const skill = await readFile(join(ROOT, 'packages/core/SKILL.md'), 'utf8');
  const index = await readFile(join(unpacked, 'docs/README.md'), 'utf8');
  const map = index
    .replace(/^# .*\n+/, '')
    .replaceAll(/^##/gm, '###')
    .replaceAll('](', '](docs/');
  const text = skill.replace('<!-- pages -->\n', map).replaceAll(COMMENT, '').replaceAll('](../../docs/', '](docs/');
  await writeFile(join(unpacked, 'SKILL.md'), text);
}

/**
 * @param {string} file
 * @param {object} value
 */
async function writeJson(file, value) {
  await writeFile(file, `${JSON.stringify(value, null, 2)}\n`);
}
