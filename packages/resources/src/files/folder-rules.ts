import { access, lstat, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Known, knownOptions } from '@cuecard/core';
import ignore, { type Ignore } from 'ignore';
import { stepsBelow } from './root.js';

/** Files to hide, in addition to repositories. */
export interface FileIgnoreOptions {
  /**
   * Whether to apply the `.gitignore` files from the file's folder up to the top folder of the Git repository that
   * contains the root. Without a repository, the root is the last folder.
   * @default false
   */
  readonly git?: boolean;
  /**
   * Patterns as in a `.gitignore` at each root, case-insensitive, after those for secrets: `drafts/` ignores more, and
   * `!.env.example` ignores less.
   * @default []
   */
  readonly patterns?: readonly string[];
}

/** Ignore patterns, and the path from the folder that has them to the folder judged: '' or ending with a slash. */
interface Layer {
  readonly patterns: Ignore;
  readonly path: string;
}

interface Layers {
  readonly own: Layer;
  /** The rules of git, the outermost first; nothing if git is not used. */
  readonly git?: readonly Layer[] | undefined;
}

/** The rules that hide files and folders in one folder. */
export class FolderRules {
  readonly #folder: string;
  readonly #layers: Layers;

  private constructor(folder: string, layers: Layers) {
    this.#folder = folder;
    this.#layers = layers;
  }

  /** The rules in a root, which is served even if its name is ignored. */
  static async forRoot(folder: string, { patterns, git }: IgnorePatterns): Promise<FolderRules> {
    const own = { patterns: fresh(patterns), path: '' };
    return new FolderRules(folder, { own, git: git ? await gitLayers(folder) : undefined });
  }

  /** Whether the name of a file or folder is ignored; a folder with all its contents. */
  hides(name: string, isFolder: boolean): boolean {
    const entry = isFolder ? `${name}/` : name;
    const { own, git = [] } = this.#layers;
    if (own.patterns.ignores(own.path + entry)) return true;
    const verdicts = git.map(({ patterns, path }) => patterns.test(path + entry));
    return verdicts.findLast(({ ignored, unignored }) => ignored || unignored)?.ignored ?? false;
  }

  /** The rules in a subfolder; nothing if it is ignored, or is a bare repository. */
  async enter(name: string): Promise<FolderRules | undefined> {
    const folder = join(this.#folder, name);
    if (this.hides(name, true) || (await isBareRepository(folder))) return undefined;
    const { own, git } = this.#layers;
    const within = (layer: Layer) => ({ ...layer, path: `${layer.path}${name}/` });
    try {
      const added = git && (await gitLayer(folder));
      return new FolderRules(folder, { own: within(own), git: git && [...git.map(within), ...(added ?? [])] });
    } catch {
      return undefined; // The rules of git are unknown here, so nothing is served.
    }
  }
}

/** The options, checked and compiled. */
export interface IgnorePatterns {
  readonly patterns: Ignore;
  readonly git: boolean;
}

const OPTIONS: Known<FileIgnoreOptions> = { git: true, patterns: true };

/** @throws {TypeError} if an option does not exist, or patterns are not strings */
export function ignorePatterns(options: FileIgnoreOptions = {}): IgnorePatterns {
  const { git = false, patterns = [] } = knownOptions('FileResources: `ignore`', options, OPTIONS);
  if (Array.isArray(patterns) && patterns.every((pattern) => typeof pattern === 'string'))
    return { patterns: ignore().add(SECRET_FILES).add(patterns), git };
  throw new TypeError('FileResources: `ignore.patterns` is not an array of strings. Write one pattern in each.');
}

// Patterns cache every path that they were tested with, so a long-lived process tests a copy.
function fresh(patterns: Ignore): Ignore {
  return ignore().add(patterns);
}

async function gitLayers(root: string): Promise<readonly Layer[]> {
  const top = await repositoryAround(root);
  const layers: Layer[] = [];
  for (let folder = root; ; folder = dirname(folder)) {
    const path = (stepsBelow(folder, root) ?? []).map((name) => `${name}/`).join('');
    const found = (await gitLayer(folder)).map((layer) => ({ ...layer, path }));
    layers.unshift(...found.filter(({ patterns }) => path === '' || !patterns.ignores(path)));
    if (folder === top) return layers;
  }
}

async function gitLayer(folder: string): Promise<readonly Layer[]> {
  const patterns = await gitIgnoreFile(folder);
  return patterns === undefined ? [] : [{ patterns, path: '' }];
}

/** The top folder of the repository that contains a folder; the folder itself without a repository. */
async function repositoryAround(root: string): Promise<string> {
  for (let folder = root; ; folder = dirname(folder)) {
    if (await isThere(join(folder, '.git'))) return folder;
    if (folder === dirname(folder)) return root;
  }
}

/** Whether git would take it for a bare repository. */
async function isBareRepository(folder: string): Promise<boolean> {
  for (const name of ['HEAD', 'objects', 'refs']) if (!(await isThere(join(folder, name)))) return false;
  return true;
}

async function isThere(path: string): Promise<boolean> {
  try {
    await access(path);
    return true;
  } catch {
    return false;
  }
}

/** Longer ones were not written by hand, and are slow to parse. */
const MAX_BYTES = 1_048_576;

// The default of git on case-insensitive file systems.
const ignoreCase = process.platform === 'win32' || process.platform === 'darwin';

/**
 * The patterns of the `.gitignore` in a folder; nothing if there is none. Like git, it follows no link.
 * @throws {Error} if it cannot be read
 */
async function gitIgnoreFile(folder: string): Promise<Ignore | undefined> {
  const path = join(folder, '.gitignore');
  const size = await sizeOf(path);
  if (size === undefined) return undefined;
  if (size > MAX_BYTES) throw new Error(`${path} is larger than ${MAX_BYTES} bytes`);
  return ignore({ ignoreCase }).add(await readFile(path, 'utf8'));
}

async function sizeOf(path: string): Promise<number | undefined> {
  try {
    const stats = await lstat(path);
    return stats.isFile() ? stats.size : undefined;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Files that are never served unless a pattern allows them: secrets for programs. */
const SECRET_FILES: readonly string[] = [
  '.env*',
  // Private keys, and stores of them
  '*.pem',
  '*.key',
  '*.p8',
  '*.p12',
  '*.pfx',
  '*.ppk',
  '*.jks',
  '*.keystore',
  '*.keytab',
  '*.kdbx',
  'id_rsa*',
  'id_dsa*',
  'id_ecdsa*',
  'id_ed25519*',
  '!id_*.pub',
  // Credentials of tools
  '.npmrc',
  '.yarnrc*',
  '.pypirc',
  '.netrc',
  '_netrc',
  '.pgpass',
  '.my.cnf',
  '.htpasswd',
  '.git-credentials',
  '.boto',
  '.s3cfg',
  '.dockercfg',
  '.dockerconfigjson',
  '.vault-token',
  '.ssh/',
  '.gnupg/',
  '.aws/',
  '.azure/',
  '.kube/',
  '.docker/',
  '**/.config/gcloud/',
  '**/.config/gh/',
  '**/.cargo/credentials*',
  '**/.gem/credentials',
  '**/.m2/settings.xml',
  '.terraform.d/',
  '*.tfstate',
  '*.tfstate.*',
  '*.tfvars',
  '*.tfvars.json',
  // Repositories of other tools than git, whose own are always hidden
  '.hg/',
  '.svn/',
];
