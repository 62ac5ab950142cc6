import { posix } from 'node:path';
import type { Kind } from './definition-name.js';
import { declaring } from './sources.js';
import type { Files } from './templates.js';

/** How a new class comes to be served. */
export type Registration =
  /** The config serves the whole folder. */
  | { readonly by: 'folder'; readonly config: string; readonly folder: string }
  /** A file lists the classes. */
  | {
      readonly by: 'list';
      readonly file: string;
      readonly line: number;
      readonly list: string;
      readonly importLine: string;
    }
  /** Nothing was found that says. */
  | { readonly by: 'hand'; readonly importLine: string };

export interface NewClass {
  readonly kind: Kind;
  readonly className: string;
  readonly path: string;
  readonly hasEndings: boolean;
}

/** Looks for what serves the classes of a project. @param config its path from the root, if the project has one */
export function registrationOf(added: NewClass, sources: Files, config: string | undefined): Registration {
  const folder = servedFolders(sources, config).find((each) => isBelow(added.path, each));
  if (folder !== undefined && config !== undefined) return { by: 'folder', config, folder };
  return listed(added, sources, config) ?? { by: 'hand', importLine: importIn(config ?? 'cuecard.config.ts', added) };
}

/** The folders that the config serves as a whole. */
export function servedFolders(sources: Files, config: string | undefined): readonly string[] {
  const text = config === undefined ? '' : (sources.get(config) ?? '');
  const folders = text.matchAll(/\bdefinitionsIn\(\s*['"`]([^'"`]+)['"`]/g);
  return [...folders].map(([, folder = '']) => posix.join(posix.dirname(config ?? ''), folder));
}

function isBelow(path: string, folder: string): boolean {
  const way = posix.relative(folder, path);
  return !way.startsWith('..') && !posix.isAbsolute(way);
}

/** The list that has classes of the kind already; otherwise the first that could have them, that of the config above all. */
function listed(added: NewClass, sources: Files, config: string | undefined): Registration | undefined {
  const known = declaring(added.kind, sources).flatMap((path) => classesIn(sources.get(path) ?? ''));
  const files = [...sources.keys()].toSorted((one, other) => Number(other === config) - Number(one === config));
  const lists = files.flatMap((file) => listsIn(file, sources.get(file) ?? '', added.kind));
  const found = lists.find(({ members }) => known.some((name) => members.includes(name))) ?? lists[0];
  if (found === undefined) return undefined;
  const { file, line, list } = found;
  return { by: 'list', file, line, list, importLine: importIn(file, added) };
}

interface List {
  readonly file: string;
  readonly line: number;
  /** As `prompts` of a runtime, or `providers` of a module of Nest. */
  readonly list: string;
  readonly members: readonly string[];
}

function listsIn(file: string, text: string, kind: Kind): readonly List[] {
  const names = text.includes('@Module(') ? 'providers' : `${kind}s`;
  const found = text.matchAll(new RegExp(`\\b(${names}):\\s*\\[([^\\]]*)\\]`, 'g'));
  return [...found].map(({ index, 1: list = '', 2: members = '' }) => {
    return { file, line: text.slice(0, index).split('\n').length, list, members: members.match(/\w+/g) ?? [] };
  });
}

function classesIn(text: string): readonly string[] {
  return [...text.matchAll(/^export class (\w+)/gm)].map(([, name = '']) => name);
}

function importIn(file: string, { className, path, hasEndings }: NewClass): string {
  return `import { ${className} } from '${importPath(file, path, hasEndings)}';`;
}

/** The way from one file to another, as it stands in an import. */
export function importPath(from: string, to: string, hasEndings: boolean): string {
  const way = posix.relative(posix.dirname(from), to).replace(/\.ts$/, hasEndings ? '.js' : '');
  return way.startsWith('.') ? way : `./${way}`;
}
