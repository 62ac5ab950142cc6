import { readFileSync } from 'node:fs';

// docs/pages.json has the groups and the order of pages. The title of a page is its heading; its first sentence says what
// it is about.

const DOCS = new URL('../../docs/', import.meta.url);

/**
 * @typedef {{ readonly name: string, readonly title: string, readonly summary: string, readonly text: string }} Page
 * @typedef {{ readonly title: string, readonly pages: readonly Page[] }} Group
 */

/**
 * Returns the groups of pages, in order. The name of a page is its file without `.md`.
 * @returns {readonly Group[]}
 */
export function groups() {
  const entries = Object.entries(JSON.parse(readFileSync(new URL('pages.json', DOCS), 'utf8')));
  return entries.map(([title, names]) => ({ title, pages: names.map(pageOf) }));
}

/**
 * @param {string} name
 * @returns {Page}
 */
function pageOf(name) {
  const text = readFileSync(new URL(`${name}.md`, DOCS), 'utf8');
  const [, title = '', first = ''] = /^# (.*)\n+([^]*?)(?:\n\n|$(?![^]))/m.exec(text) ?? [];
  const [sentence = ''] = /^[^]*?\.(?=\s|$(?![^]))/.exec(first) ?? [];
  return { name, title, summary: sentence.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll(/\s+/g, ' '), text };
}
