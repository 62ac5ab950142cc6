import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

// The changelog of all packages together. Each package has its own, too, which changesets writes.

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const CHANGELOG = join(ROOT, 'CHANGELOG.md');
const FIRST_SECTION = /^## /m;
const CHANGESET = /^---\n([^]*?)\n---\n+([^]*?)\s*$/;

/** @typedef {{ packages: readonly string[], isMinor: boolean, text: string }} Changeset */

/** @returns {Promise<Changeset[]>} the changes since the last release, those of most weight first */
export async function readChangesets() {
  const folder = join(ROOT, '.changeset');
  const names = (await readdir(folder)).filter((name) => name.endsWith('.md') && name !== 'README.md').toSorted();
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  const changesets = texts.map(parse);
  return [...changesets.filter(({ isMinor }) => isMinor), ...changesets.filter(({ isMinor }) => !isMinor)];
}

/** @param {string} source */
function parse(source) {
  const [, head = '', text = ''] = CHANGESET.exec(source) ?? [];
  const packages = [...head.matchAll(/@cuecard\/([\w-]+)/g)].map(([, name = '']) => name);
  return { packages, isMinor: !/: patch$/m.test(head) || /: m(in|aj)or$/m.test(head), text };
}

/**
 * Puts a section before those of former versions.
 * @param {string} version
 * @param {readonly Changeset[]} changesets
 */
export async function addSection(version, changesets) {
  const items = changesets.map(
    ({ packages, text }) => `- **${packages.join(', ')}**: ${text.replaceAll('\n', '\n  ')}`,
  );
  const section = `## ${version}\n\n${items.join('\n')}\n`;
  const changelog = await readFile(CHANGELOG, 'utf8');
  const start = FIRST_SECTION.exec(changelog)?.index ?? changelog.length;
  const former = changelog.slice(start);
  await writeFile(CHANGELOG, `${changelog.slice(0, start).trimEnd()}\n\n${section}\n${former}`);
}

/**
 * The text of a version, for the release of it.
 * @param {string} version
 * @throws {Error} if the changelog has none
 */
export async function sectionOf(version) {
  const sections = (await readFile(CHANGELOG, 'utf8')).split(/^(?=## )/m);
  const section = sections.find((text) => text.startsWith(`## ${version}\n`));
  if (section === undefined) throw new Error(`CHANGELOG.md has no section about ${version}`);
  return section.slice(section.indexOf('\n')).trim();
}
