import { relative, resolve, sep } from 'node:path';
import { accessing } from '../outcome/accessing.js';
import { ExitCode } from '../outcome/exit-code.js';
import type { Run } from '../session/run.js';
import { openSubject } from '../source/subject.js';
import { catalogueOf } from './catalogue.js';
import type { DocsOptions } from './docs-options.js';
import { htmlPage } from './html-page.js';
import { MARK, markdownPages } from './markdown-pages.js';
import { stalenessOf, writePages } from './written-pages.js';

export const runDocs: Run<DocsOptions> = async (session, options) => {
  const subject = await openSubject(session, options, 'docs');
  try {
    const catalogue = await catalogueOf(subject);
    const pages = options.html === true ? new Map([['index.html', htmlPage(catalogue)]]) : markdownPages(catalogue);
    const folder =
      options.out === undefined ? resolve(subject.root, 'docs/catalogue') : resolve(session.folder, options.out);
    const path = relative(session.folder, folder).split(sep).join('/') || '.';
    const staleness = await accessing(path, () => stalenessOf(folder, pages, MARK));
    const data = { path, pages: [...pages.keys()], ...staleness };
    const isCurrent = staleness.changed.length + staleness.left.length === 0;
    if (isCurrent) return { data, text: `${path} is up to date` };
    if (options.check === true) return { data, text: staleText(path, staleness), exitCode: ExitCode.failed };
    await accessing(path, () => writePages(folder, pages, staleness));
    return { data, text: `${path} is written: ${[...pages.keys()].join(', ')}` };
  } finally {
    await subject.close();
  }
};

function staleText(path: string, { changed, left }: { changed: readonly string[]; left: readonly string[] }): string {
  const names = [...changed, ...left].map((name) => `  ${path}/${name}`);
  return ['These pages are out of date. Write them with `cuecard docs`', ...names].join('\n');
}
