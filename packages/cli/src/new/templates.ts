import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { type Manifest, ownFolder } from '../project/project-folder.js';
/** The contents of files by their paths, which have `/`. */
export type Files = ReadonlyMap<string, string>;

/** The files of a template. */
export async function template(name: string): Promise<Files> {
  const folder = join(ownFolder(), 'templates', name);
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const files = paths.toSorted().map(async (path) => {
    return [relative(folder, path).replaceAll(sep, '/'), await readFile(path, 'utf8')] as const;
  });
  return new Map(await Promise.all(files));
}

/** The version ranges of the dependencies of templates, which the build writes. */
export async function templateVersions(): Promise<Readonly<Record<string, string>>> {
  return JSON.parse(await readFile(join(ownFolder(), 'dist', 'template-versions.json'), 'utf8'));
}

type Packages = Readonly<Record<string, string>>;

/** Merges the package.json files of templates, and sets the version ranges. */
export function mergedManifest(texts: readonly string[], versions: Packages): Manifest {
  const manifests = texts.map((text) => JSON.parse(text) as Manifest);
  const all = (field: 'dependencies' | 'devDependencies') => {
    const names = manifests.flatMap((manifest) => Object.keys(manifest[field] ?? {}));
    return Object.fromEntries(names.toSorted().map((name) => [name, versions[name] ?? '*']));
  };
  const scripts = Object.assign({}, ...manifests.map((manifest) => manifest.scripts));
  const [base] = manifests;
  return { ...base, scripts, dependencies: all('dependencies'), devDependencies: all('devDependencies') };
}
