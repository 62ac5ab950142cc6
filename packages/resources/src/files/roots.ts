import type { FileUris } from './file-uris.js';
import { FolderRules, type IgnorePatterns } from './folder-rules.js';
import { stepsBelow } from './root.js';

/** The served folders, their URIs and their rules. */
export class Roots {
  readonly uris: FileUris;
  /** The maximum length of a URI; files with longer ones are treated as missing. */
  readonly maxUriLength: number;
  readonly #ignored: IgnorePatterns;

  constructor(uris: FileUris, ignored: IgnorePatterns, maxUriLength = Infinity) {
    this.uris = uris;
    this.maxUriLength = maxUriLength;
    this.#ignored = ignored;
  }

  /** Whether a location is one of the URIs, or a relative path. */
  accepts(location: string): boolean {
    return this.uris.isUri(location) || !/^[a-z][a-z0-9+.-]*:/i.test(location);
  }

  /**
   * The path of a real path from the first root from which it may be read, with `/`.
   * @throws {Error} with the reason, if it is below no root, or in a `.git`
   */
  nameOf(realPath: string): string {
    return (this.#pathsBelowRoots(realPath)[0]?.steps ?? []).join('/');
  }

  /**
   * Verifies that the file at a real path may be read.
   * @throws {Error} with the reason, if it may not
   */
  async check(realPath: string): Promise<void> {
    const ways = this.#pathsBelowRoots(realPath);
    if (this.uris.uriOf(realPath).length > this.maxUriLength)
      throw new Error(`Its URI is longer than ${this.maxUriLength} characters`);
    for (const { folder, steps } of ways) {
      const rules = await this.#rules(folder, steps.slice(0, -1));
      const name = steps.at(-1);
      if (rules !== undefined && (name === undefined || !rules.hides(name, false))) return;
    }
    throw new Error(`${realPath} is ignored`);
  }

  /**
   * The rules in the folder at a real path.
   * @throws {Error} with the reason, if it may not be listed
   */
  async rulesIn(realPath: string): Promise<FolderRules> {
    for (const { folder, steps } of this.#pathsBelowRoots(realPath)) {
      const rules = await this.#rules(folder, steps);
      if (rules !== undefined) return rules;
    }
    throw new Error(`${realPath} is ignored`);
  }

  async #rules(folder: string, steps: readonly string[]): Promise<FolderRules | undefined> {
    let rules: FolderRules | undefined = await FolderRules.forRoot(folder, this.#ignored);
    for (const step of steps) rules = await rules?.enter(step);
    return rules;
  }

  #pathsBelowRoots(realPath: string): RootRelativePath[] {
    const below = this.uris.roots.flatMap(({ folder }) => {
      const steps = stepsBelow(folder, realPath);
      return steps === undefined ? [] : [{ folder, steps }];
    });
    if (below.length === 0) throw new Error(`${realPath} is outside the roots`);
    const served = below.filter(({ steps }) => !isInGit(steps));
    if (served.length === 0) throw new Error(`${realPath} is in a .git`);
    return served;
  }
}

/** A path below a root, as the root and the segments below it. */
interface RootRelativePath {
  readonly folder: string;
  readonly steps: readonly string[];
}

// Case-insensitive, like the file systems of macOS and Windows.
function isInGit(steps: readonly string[]): boolean {
  return steps.some((step) => step.toLowerCase() === '.git');
}
