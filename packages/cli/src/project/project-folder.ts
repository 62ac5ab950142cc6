import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { nearestPath, pathFrom } from '../files.js';
import { configFile, nearestConfig } from '../config/config-file.js';
import { Problem, ExitCode } from '../outcome/problem.js';
import { fileURLToPath } from 'node:url';

/** A project that has not been loaded. */
export interface ProjectFolder {
  /** The folder of the config, or else the folder of the nearest package.json. */
  readonly root: string;
  readonly config: string | undefined;
  /** The nearest package.json, from the root upwards. */
  readonly manifest: Manifest | undefined;
}

/** The properties of package.json that commands read. */
export interface Manifest {
  readonly name?: string;
  readonly type?: string;
  readonly scripts?: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

/**
 * Looks for a project upwards from a folder.
 * @param named the path of its config, if the user names it
 * @throws {Problem} `config-missing` for a config that does not exist, `manifest-unreadable` for an invalid package.json
 */
export async function findProject(folder: string, named?: string): Promise<ProjectFolder> {
  const config = named === undefined ? nearestConfig(folder) : configFile(folder, named);
  const file = nearestPath(config === undefined ? folder : dirname(config), 'package.json');
  const manifest = file === undefined ? undefined : await readManifest(file, folder);
  const marked = config ?? file;
  return { root: marked === undefined ? folder : dirname(marked), config, manifest };
}

/** A valid server name: the name of the package without its scope, or else the name of the folder. */
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
      summary: 'package.json is not valid JSON',
      ...(cause instanceof SyntaxError && { why: cause.message }),
      where: { path: pathFrom(folder, file) },
      fix: 'Fix the JSON syntax',
      exitCode: ExitCode.project,
      cause,
    });
  }
}

/** The folder of this package, whether or not its modules are bundled. */
export function ownFolder(): string {
  return dirname(nearestPath(dirname(fileURLToPath(import.meta.url)), 'package.json') ?? '');
}

/** The package that a folder belongs to. */
export interface OwnPackage {
  readonly name: string;
  /** The folder of its package.json. */
  readonly folder: string;
}

/** The nearest package of a folder. */
export function packageOf(folder: string): OwnPackage | undefined {
  const file = nearestPath(folder, 'package.json');
  if (file === undefined) return undefined;
  const { name } = JSON.parse(readFileSync(file, 'utf8')) as { readonly name?: string };
  return name === undefined ? packageOf(dirname(dirname(file))) : { name, folder: dirname(file) };
}
