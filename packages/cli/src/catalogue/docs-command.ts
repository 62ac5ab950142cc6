import { relative, resolve, sep, join } from 'node:path';
import { ExitCode, accessing } from '../outcome/problem.js';
import type { Run } from '../session/session.js';
import { openSubject, type SubjectOptions } from '../source/subject.js';
import { catalogueOf } from './catalogue.js';
import { MARK, markdownPages } from './markdown-pages.js';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';

export const runDocs: Run<DocsOptions> = async (session, options) => {
  const subject = await openSubject(session, options, 'docs');
  try {
    const catalogue = await catalogueOf(subject);
    const pages = markdownPages(catalogue);
    const folder =
      options.out === undefined ? resolve(subject.root, 'docs/catalogue') : resolve(session.folder, options.out);
    const path = relative(session.folder, folder).split(sep).join('/') || '.';
    const staleness = await accessing(path, () => stalenessOf(folder, pages));
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

export interface DocsOptions extends SubjectOptions {
  readonly out?: string;
  readonly check?: boolean;
}

/** The outdated pages of a folder. */
interface Staleness {
  /** The pages to write. */
  readonly changed: readonly string[];
  /** The pages of an earlier run that no longer exist. */
  readonly left: readonly string[];
}

/** Compares pages with what a folder has. */
function stalenessOf(folder: string, pages: ReadonlyMap<string, string>): Staleness {
  const read = (name: string) => readFileSync(join(folder, name), 'utf8');
  const there = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.md')) : [];
  return {
    changed: [...pages]
      .filter(([name, text]) => !existsSync(join(folder, name)) || read(name) !== text)
      .map(([name]) => name),
    left: there.filter((name) => !pages.has(name) && read(name).startsWith(MARK)),
  };
}

/** Writes what has changed, and removes what is left over. */
function writePages(folder: string, pages: ReadonlyMap<string, string>, { changed, left }: Staleness): void {
  mkdirSync(folder, { recursive: true });
  for (const name of changed) writeFileSync(join(folder, name), pages.get(name) ?? '');
  for (const name of left) rmSync(join(folder, name));
}
