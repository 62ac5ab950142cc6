import { readFile } from 'node:fs/promises';

// `cuecard explain` prints sections of the documentation without a network: those whose headings are the ids of errors.

const DOCS = new URL('../docs/', import.meta.url);
const PAGES = ['troubleshooting.md', 'problems.md', 'check.md'];

/**
 * The sections of all ids, as JSON: the page, the first sentence as a title, and the Markdown.
 * @returns {Promise<string>}
 */
export async function explanations() {
  const pages = await Promise.all(PAGES.map((page) => readFile(new URL(page, DOCS), 'utf8')));
  return `${JSON.stringify(pages.flatMap(sectionsOf), null, 1)}\n`;
}

/** @param {string} text */
function sectionsOf(text) {
  const [, page] = /^# (.*)$/m.exec(text) ?? [];
  const sections = text.matchAll(/^### ([a-z]+(?:-[a-z]+)*)\n([^]*?)(?=^##|$(?![^]))/gm);
  return [...sections].map(([, id, body = '']) => ({ id, page, title: titleOf(body), text: body.trim() }));
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
