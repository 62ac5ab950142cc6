import { watch } from 'node:fs';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, createServer } from 'vitepress';
import { writeDocs, writePages } from './pages.js';
import { ROOT } from './sources.js';

// `npx -y pnpm@10 site` serves the site and follows changes of docs/. `site build` writes it to `dist`.

const FOLDER = fileURLToPath(new URL('.', import.meta.url));

await writePages();
if (process.argv[2] === 'build') await buildSite();
else await serveSite();

async function buildSite() {
  await build(FOLDER);
  // Each page is also there as Markdown.
  const isMarkdown = (/** @type {string} */ path) => !path.endsWith('.json') && !path.endsWith('/public');
  await cp(join(FOLDER, 'pages'), join(FOLDER, 'dist'), { recursive: true, filter: isMarkdown });
}

async function serveSite() {
  const server = await createServer(FOLDER);
  await server.listen();
  server.printUrls();
  for (const folder of ['docs', 'README.md']) watch(join(ROOT, folder), () => void writeDocs().catch(console.error));
}
