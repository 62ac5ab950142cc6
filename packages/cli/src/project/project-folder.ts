import { existsSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, dirname, join, relative, sep } from 'node:path';
import { configFile, nearestConfig } from '../config/config-file.js';
import { Problem, ExitCode } from '../outcome/problem.js';
import { fileURLToPath } from 'node:url';

/** What is known of a project without loading it. */
export interface ProjectFolder {
  /** The folder of the config; without one, that of the nearest package.json. */
  readonly root: string;
  readonly config: string | undefined;
  /** The nearest package.json, from the root upwards. */
  readonly manifest: Manifest | undefined;
}

/** The members of a package.json that commands read. */
export interface Manifest {
  readonly name?: string;
  readonly type?: string;
  readonly scripts?: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

/**
 * Looks for a project upwards from a folder.
 * @param named the way to its config, if one is named
 * @throws {Problem} `config-missing` if there is no such config, `manifest-unreadable` for a package.json that is no JSON
 */
export async function findProject(folder: string, named?: string): Promise<ProjectFolder> {
  const config = named === undefined ? nearestConfig(folder) : configFile(folder, named);
  const file = nearestManifest(config === undefined ? folder : dirname(config));
  const manifest = file === undefined ? undefined : await readManifest(file, folder);
  const marked = config ?? file;
  return { root: marked === undefined ? folder : dirname(marked), config, manifest };
}

/** A name that clients take for a server: that of the package without its scope, otherwise that of the folder. */
export function nameOfProject({ root, manifest }: ProjectFolder): string {
  const name = (manifest?.name ?? '').replace(/^@[^/]*\//, '') || basename(root);
  return name.replaceAll(/[^A-Za-z0-9_-]+/g, '-').replaceAll(/^-+|-+$/g, '') || 'server';
}

async function readManifest(file: string, folder: string): Promise<Manifest> {
  const text = await readFile(file, 'utf8');
  try {
    return JSON.parse(text) as Manifest;
  } catch (cause) {
    throw new Problem({
      code: 'manifest-unreadable',
      summary: 'The package.json is no JSON',
      ...(cause instanceof SyntaxError && { why: cause.message }),
      where: { path: relative(folder, file).replaceAll(sep, '/') },
      fix: 'Fix it',
      exitCode: ExitCode.project,
      cause,
    });
  }
}

function nearestManifest(folder: string): string | undefined {
  const file = join(folder, 'package.json');
  if (existsSync(file)) return file;
  return dirname(folder) === folder ? undefined : nearestManifest(dirname(folder));
}

/** The folder of this package, whether its modules are bundled or stand alone. */
export function ownFolder(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'package.json'))) folder = dirname(folder);
  return folder;
}

/** The package that a folder belongs to. */
export interface OwnPackage {
  readonly name: string;
  /** The folder of its package.json. */
  readonly folder: string;
}

/** The nearest package of a folder. */
export function packageOf(folder: string): OwnPackage | undefined {
  const file = join(folder, 'package.json');
  const { name } = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as { readonly name?: string }) : {};
  if (name !== undefined) return { name, folder };
  const parent = dirname(folder);
  return parent === folder ? undefined : packageOf(parent);
}
