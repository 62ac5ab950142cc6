import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { configFile, nearestConfig } from '../config/config-file.js';

/** What is known of a project without loading it. */
export interface ProjectFolder {
  /** The folder of the config; without one, that of the nearest package.json. */
  readonly root: string;
  readonly config: string | undefined;
  /** The nearest package.json, from the root upwards. */
  readonly manifest: Manifest;
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
 * @throws {Problem} `config-missing` if there is no such config
 */
export async function findProject(folder: string, named?: string): Promise<ProjectFolder> {
  const config = named === undefined ? nearestConfig(folder) : configFile(folder, named);
  const file = nearestManifest(config === undefined ? folder : dirname(config));
  const manifest = file === undefined ? {} : (JSON.parse(await readFile(file, 'utf8')) as Manifest);
  const marked = config ?? file;
  return { root: marked === undefined ? folder : dirname(marked), config, manifest };
}

/** A name that clients take for a server: that of the package without its scope, otherwise that of the folder. */
export function nameOfProject({ root, manifest }: ProjectFolder): string {
  const name = (manifest.name ?? '').replace(/^@[^/]*\//, '') || basename(root);
  return name.replaceAll(/[^A-Za-z0-9_-]+/g, '-').replaceAll(/^-+|-+$/g, '') || 'server';
}

function nearestManifest(folder: string): string | undefined {
  const file = join(folder, 'package.json');
  if (existsSync(file)) return file;
  return dirname(folder) === folder ? undefined : nearestManifest(dirname(folder));
}
