import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { explanations } from './explanations.js';
import { groups } from './pages.js';

// Writes the pages of docs/ that list other pages: `node build/docs/generated.js`. A test compares them.

const DOCS = new URL('../../docs/', import.meta.url);

/**
 * Returns the generated pages by file name.
 * @returns {Readonly<Record<string, string>>}
 */
export function generated() {
  return { 'README.md': index(), 'troubleshooting.md': troubleshooting() };
}

function index() {
  const sections = groups().map(({ title, pages }) => {
    const lines = pages.map((page) => `- [${page.title}](${page.name}.md): ${page.summary}\n`);
    return `\n## ${title}\n\n${lines.join('')}`;
  });
  return `# Documentation\n${sections.join('')}`;
}

/** The page that errors name, with a link to the section of each id. */
function troubleshooting() {
  const pages = groups().flatMap((group) => group.pages);
  const text = pages.find(({ name }) => name === 'troubleshooting')?.text ?? '';
  const all = explanations();
  const lists = pages.map(({ name, title }) => {
    const links = all.filter((section) => section.name === name).map(({ id }) => `[${id}](${name}.md#${id})`);
    return links.length === 0 ? '' : `[${title}](${name}.md): ${links.join(', ')}\n\n`;
  });
  return text.replace(/(?<=<!-- Written .* -->\n\n)[^]*(?=<!-- End -->)/, lists.join(''));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const [name, text] of Object.entries(generated())) writeFileSync(new URL(name, DOCS), text);
}
