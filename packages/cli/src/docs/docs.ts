import type { Contract } from '@cuecard/testing/contract';
import { pathFrom } from '../files.js';
import type { OptionsOf } from '../commands.js';
import { resolve, join } from 'node:path';
import { ExitCode, accessing } from '../outcome/problem.js';
import type { Run } from '../session/session.js';
import { openSubject, type Subject } from '../subject/subject.js';
import { type Catalogue, MARK, markdownPages } from './markdown.js';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';

export const runDocs: Run<OptionsOf<'docs'>> = async (session, options) => {
  const subject = await openSubject(session, options, 'docs');
  try {
    const catalogue = await catalogueOf(subject);
    const pages = markdownPages(catalogue);
    const folder =
      options.out === undefined ? resolve(subject.root, 'docs/catalogue') : resolve(session.folder, options.out);
    const path = pathFrom(session.folder, folder) || '.';
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

/** Reads a catalogue. The result is the same for the same project. */
async function catalogueOf(subject: Subject): Promise<Catalogue> {
  const { name, version, title = name, description, runtime, registry } = subject;
  const { definitions } = await subject.manifest();
  const packs = new Map(
    [...registry.list()].map((each) => [keyOf({ ...each, kind: each.kind.name }), packOf(each.owner)]),
  );
  const packIn = (contract: Contract) => (runtime === undefined ? '' : (packs.get(keyOf(contract)) ?? ''));
  const names = [...new Set(definitions.map(packIn))].toSorted();
  return {
    name,
    title,
    version,
    description,
    groups: names.map((pack) => ({
      ...(pack !== '' && { pack }),
      contracts: definitions.filter((each) => packIn(each) === pack),
    })),
  };
}

interface DefinitionKey {
  readonly kind: string;
  readonly name: string;
  readonly version?: string | undefined;
}

function keyOf({ kind, name, version }: DefinitionKey): string {
  return JSON.stringify([kind, name, version]);
}

/** `desk/reviews`: the first is the outermost. The name of an npm scope has a slash, too. */
function packOf(owner: string): string {
  return /^(?:@[^/]+\/)?[^/]*/.exec(owner)?.[0] ?? '';
}
