import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { SITE } from '../build/docs/address.js';
import { explanations } from '../build/docs/explanations.js';
import { groups } from '../build/docs/pages.js';
import { reference } from './reference.js';
import { Links, ROOT, sources } from './sources.js';

// Writes `pages`, of which VitePress makes the site: the Markdown of the repository, the API reference, the pages that
// errors name, and the files for language models.

const PAGES = fileURLToPath(new URL('pages', import.meta.url));

/** Writes the pages again after a change of docs/, without the API reference. */
export async function writeDocs() {
  const all = await sources();
  const links = new Links(all);
  const pages = all.map((page) => ({ ...page, text: links.rewrite(page) }));
  await Promise.all(pages.map(({ path, text }) => write(path, text)));
  await Promise.all(
    [...links.pictures].map((file) => cp(join(ROOT, file), join(PAGES, 'public/images', basename(file)))),
  );
  await writeExplanations();
  await write('public/llms.txt', contentsForModels());
  const english = pages.filter(({ path }) => !path.startsWith('zh/'));
  await write('public/llms-full.txt', english.map(({ text }) => text.trim()).join('\n\n---\n\n'));
}

export async function writePages() {
  await rm(PAGES, { recursive: true, force: true });
  await writeDocs();
  const { pages, symbols } = await reference();
  await Promise.all(pages.map(({ path, text }) => write(path, text)));
  await write(
    'reference.json',
    JSON.stringify({ symbols, entries: pages.map(({ title, path }) => ({ title, path })) }),
  );
  await cp(join(ROOT, 'packages/cli/page/icon.svg'), join(PAGES, 'public/icon.svg'));
}

/**
 * @param {string} path
 * @param {string} text
 */
async function write(path, text) {
  const file = join(PAGES, path);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
}

/** Writes `explain/ID.html`, which leads from the address in an error to the section that explains it. */
async function writeExplanations() {
  const all = explanations();
  for (const id of new Set(all.map((section) => section.id))) {
    const sections = all.filter((section) => section.id === id);
    await write(`public/explain/${id}.html`, explanationPage(id, sections));
    await write(
      `public/explain/${id}.md`,
      sections.map(({ page, text }) => `# ${id} (${page})\n\n${text}\n`).join('\n'),
    );
  }
}

/**
 * Leads to the section at once if there is only one.
 * @param {string} id
 * @param {readonly import('../build/docs/explanations.js').Explanation[]} sections
 */
function explanationPage(id, sections) {
  const links = sections.map(({ name, page }) => ({ page, address: `../${name}#${id}` }));
  const [{ address = '' } = {}] = links;
  const refresh = links.length === 1 ? `<meta http-equiv="refresh" content="0; url=${address}">\n` : '';
  const items = links.map((link) => `<li><a href="${link.address}">${link.page}</a></li>\n`).join('');
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
${refresh}<title>${id} | Cuecard</title>
<body style="font: 16px/1.5 system-ui, sans-serif; margin: 2rem">
<main>
<h1>${id}</h1>
<ul>
${items}</ul>
</main>
</html>
`;
}

/** The pages and their summaries, as https://llmstxt.org describes. */
function contentsForModels() {
  const sections = groups().map(({ title, pages }) => {
    const lines = pages.map((page) => `- [${page.title}](${SITE}/${page.name}.md): ${page.summary}\n`);
    return `\n## ${title}\n\n${lines.join('')}`;
  });
  const summary =
    'A TypeScript framework for MCP servers: prompts, tools and resources as classes, injected and validated';
  return `# Cuecard\n\n> ${summary}\n\nEvery page in one file: ${SITE}/llms-full.txt\n${sections.join('')}`;
}
