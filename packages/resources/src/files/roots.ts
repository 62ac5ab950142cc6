import type { FileUris } from './file-uris.js';
import { FolderRules, type IgnorePatterns } from './folder-rules.js';
import { segmentsBelow } from './root.js';

/** The served folders, their URIs and their rules. */
export class Roots {
  readonly uris: FileUris;
  /** The maximum length of a URI. Files with longer URIs are treated as missing. */
  readonly maxUriLength: number;
  readonly #ignorePatterns: IgnorePatterns;

  constructor(uris: FileUris, ignorePatterns: IgnorePatterns, maxUriLength = Infinity) {
    this.uris = uris;
    this.maxUriLength = maxUriLength;
    this.#ignorePatterns = ignorePatterns;
  }

  /** Whether a location is one of the URIs, or a relative path. */
  accepts(location: string): boolean {
    return this.uris.isUri(location) || !/^[a-z][a-z0-9+.-]*:/i.test(location);
  }

  /**
   * Returns the path of a file from the first root that may serve it, with slashes as separators.
   * @throws {Error} with the reason, if the path is outside all roots, or in a `.git` folder
   */
  nameOf(realPath: string): string {
    return (this.#locationsInRoots(realPath)[0]?.segments ?? []).join('/');
  }

  /**
   * Verifies that reading the file at a real path is allowed.
   * @throws {Error} with the reason, if it is not
   */
  async check(realPath: string): Promise<void> {
    const locations = this.#locationsInRoots(realPath);
    if (this.uris.uriOf(realPath).length > this.maxUriLength)
      throw new Error(`The URI of the file is longer than ${this.maxUriLength} characters`);
    for (const { folder, segments } of locations) {
      const rules = await this.#readRules(folder, segments.slice(0, -1));
      const name = segments.at(-1);
      if (rules !== undefined && (name === undefined || !rules.hides(name, false))) return;
    }
    throw new Error(`${realPath} is ignored`);
  }

  /**
   * Returns the ignore rules in the folder at a real path.
   * @throws {Error} with the reason, if listing the folder is not allowed
   */
  async rulesIn(realPath: string): Promise<FolderRules> {
    for (const { folder, segments } of this.#locationsInRoots(realPath)) {
      const rules = await this.#readRules(folder, segments);
      if (rules !== undefined) return rules;
    }
    throw new Error(`${realPath} is ignored`);
  }

  async #readRules(folder: string, segments: readonly string[]): Promise<FolderRules | undefined> {
    let rules: FolderRules | undefined = await FolderRules.forRoot(folder, this.#ignorePatterns);
    for (const segment of segments) rules = await rules?.enter(segment);
    return rules;
  }

  #locationsInRoots(realPath: string): RootRelativePath[] {
    const locations = this.uris.roots.flatMap(({ folder }) => {
      const segments = segmentsBelow(folder, realPath);
      return segments === undefined ? [] : [{ folder, segments }];
    });
    if (locations.length === 0) throw new Error(`${realPath} is outside the roots`);
    const allowed = locations.filter(({ segments }) => !isInGitFolder(segments));
    if (allowed.length === 0) throw new Error(`${realPath} is in a .git folder`);
    return allowed;
  }
}

/** A path below a root, as the root and the segments below it. */
interface RootRelativePath {
  readonly folder: string;
  readonly segments: readonly string[];
}

// Compares without case, like the file systems of macOS and Windows.
function isInGitFolder(segments: readonly string[]): boolean {
  return segments.some((segment) => segment.toLowerCase() === '.git');
}
