import { access, lstat, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type OptionKinds, validateOptions } from '@cuecard/core';
import ignore, { type Ignore } from 'ignore';
import { segmentsBelow } from './root.js';

/** The options that hide files. Git repositories are always hidden. */
export interface FileIgnoreOptions {
  /**
   * Whether to apply `.gitignore` files. The files in a file's folder and in all folders above it apply, up to the top
   * folder of the Git repository that contains the root. Outside a repository, the files above the root do not apply.
   * @default false
   */
  readonly git?: boolean;
  /**
   * Patterns as in a `.gitignore` at each root, but case-insensitive. They are applied after the patterns for secrets:
   * `drafts/` hides more files, and `!.env.example` shows a file that would be hidden.
   * @default []
   */
  readonly patterns?: readonly string[];
}

/**
 * Ignore patterns that are applied in one folder, but may be defined in a folder above. `path` is the path of the first
 * folder, relative to the folder above: '' or a path that ends with a slash.
 */
interface Layer {
  readonly patterns: Ignore;
  readonly path: string;
}

interface Layers {
  readonly configured: Layer;
  /** The `.gitignore` layers, the outermost first; `undefined` unless the `git` option is set. */
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

  /** Returns the rules in a root. The root itself is served even if its name is ignored. */
  static async forRoot(folder: string, { patterns, git }: IgnorePatterns): Promise<FolderRules> {
    const configured = { patterns: copyPatterns(patterns), path: '' };
    return new FolderRules(folder, { configured, git: git ? await gitLayersFor(folder) : undefined });
  }

  /** Whether a file or folder is ignored. An ignored folder hides all its contents. */
  hides(name: string, isFolder: boolean): boolean {
    const entry = isFolder ? `${name}/` : name;
    const { configured, git = [] } = this.#layers;
    if (configured.patterns.ignores(configured.path + entry)) return true;
    const results = git.map(({ patterns, path }) => patterns.test(path + entry));
    return results.findLast(({ ignored, unignored }) => ignored || unignored)?.ignored ?? false;
  }

  /** Returns the rules in a subfolder, or `undefined` if the subfolder is ignored or is a bare repository. */
  async enter(name: string): Promise<FolderRules | undefined> {
    const folder = join(this.#folder, name);
    if (this.hides(name, true) || (await isBareRepository(folder))) return undefined;
    const { configured, git } = this.#layers;
    const extend = (layer: Layer) => ({ ...layer, path: `${layer.path}${name}/` });
    try {
      const added = git && (await gitLayer(folder));
      return new FolderRules(folder, {
        configured: extend(configured),
        git: git && [...git.map(extend), ...(added ?? [])],
      });
    } catch {
      return undefined; // Serves no file in the folder, because git's rules for it are unknown.
    }
  }
}

/** The validated options, with compiled patterns. */
export interface IgnorePatterns {
  readonly patterns: Ignore;
  readonly git: boolean;
}

const OPTIONS: OptionKinds<FileIgnoreOptions> = { git: true, patterns: true };

/** @throws {TypeError} if an option does not exist, or patterns are not strings */
export function ignorePatterns(options: FileIgnoreOptions = {}): IgnorePatterns {
  const { git = false, patterns = [] } = validateOptions('FileResources: `ignore`', options, OPTIONS);
  if (Array.isArray(patterns) && patterns.every((pattern) => typeof pattern === 'string'))
    return { patterns: ignore().add(SECRET_FILES).add(patterns), git };
  throw new TypeError('FileResources: `ignore.patterns` is not an array of strings. Write one pattern per string.');
}

// Returns a copy, because patterns cache every path that they are tested with, and would grow in a long-lived process.
function copyPatterns(patterns: Ignore): Ignore {
  return ignore().add(patterns);
}

async function gitLayersFor(root: string): Promise<readonly Layer[]> {
  const top = await repositoryAround(root);
  const layers: Layer[] = [];
  for (let folder = root; ; folder = dirname(folder)) {
    const path = (segmentsBelow(folder, root) ?? []).map((name) => `${name}/`).join('');
    const layersHere = (await gitLayer(folder)).map((layer) => ({ ...layer, path }));
    layers.unshift(...layersHere.filter(({ patterns }) => path === '' || !patterns.ignores(path)));
    if (folder === top) return layers;
  }
}

async function gitLayer(folder: string): Promise<readonly Layer[]> {
  const patterns = await gitIgnoreFile(folder);
  return patterns === undefined ? [] : [{ patterns, path: '' }];
}

/** Returns the top folder of the repository that contains a folder, or the folder itself if no repository does. */
async function repositoryAround(root: string): Promise<string> {
  for (let folder = root; ; folder = dirname(folder)) {
    if (await exists(join(folder, '.git'))) return folder;
    if (folder === dirname(folder)) return root;
  }
}

/** Whether git would treat a folder as a bare repository. */
async function isBareRepository(folder: string): Promise<boolean> {
  for (const name of ['HEAD', 'objects', 'refs']) if (!(await exists(join(folder, name)))) return false;
  return true;
}

async function exists(path: string): Promise<boolean> {
  try {
    await access(path);
    return true;
  } catch {
    return false;
  }
}

/** The maximum size of a `.gitignore` file: larger files are slow to parse. */
const MAX_GITIGNORE_BYTES = 1_048_576;

// Git ignores case by default on these systems.
const ignoreCase = process.platform === 'win32' || process.platform === 'darwin';

/**
 * Returns the patterns of the `.gitignore` in a folder, or `undefined` if there is none. Like git, does not follow
 * links.
 * @throws {Error} if the file cannot be read
 */
async function gitIgnoreFile(folder: string): Promise<Ignore | undefined> {
  const path = join(folder, '.gitignore');
  const size = await sizeOf(path);
  if (size === undefined) return undefined;
  if (size > MAX_GITIGNORE_BYTES) throw new Error(`${path} is larger than ${MAX_GITIGNORE_BYTES} bytes`);
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

/** Files with secrets, which are served only if a pattern allows them. */
const SECRET_FILES: readonly string[] = [
  '.env*',
  // Private keys and key stores
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
  // Mercurial and Subversion repositories. Git repositories are always hidden by other rules.
  '.hg/',
  '.svn/',
];
