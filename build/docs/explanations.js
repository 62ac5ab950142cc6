import { groups } from './pages.js';

// `cuecard explain` prints sections of the documentation without a network: those whose headings are the ids of errors.

/**
 * `name` is the file of the page, `page` its title, and `title` the first sentence of the section.
 * @typedef {{ id: string, name: string, page: string, title: string, text: string }} Explanation
 */

/**
 * Returns the sections of all ids, in the order of the pages.
 * @returns {readonly Explanation[]}
 */
export function explanations() {
  const pages = groups().flatMap((group) => group.pages);
  return pages
    .filter(({ name }) => name.startsWith('troubleshooting-') || name === 'check-rules')
    .flatMap((page) => sectionsOf(page));
}

/**
 * @param {import('./pages.js').Page} page
 * @returns {Explanation[]}
 */
function sectionsOf({ name, title: page, text }) {
  const sections = text.matchAll(/^### ([a-z]+(?:-[a-z]+)*)\n([^]*?)(?=^##|$(?![^]))/gm);
  return [...sections].map(([, id = '', body = '']) => ({ id, name, page, title: titleOf(body), text: body.trim() }));
}

/** @param {string} body */
function titleOf(body) {
  const prose = body
    .replaceAll(/^```[^]*?^```$/gm, '')
    .trim()
    .replace(/^An? (?:error|warning)\. /, '');
  const [paragraph = ''] = prose.split('\n\n');
  const plain = paragraph.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll(/\s+/g, ' ');
  return plain.replace(/\.(?: .*)?$/, '');
}
