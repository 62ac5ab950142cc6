import { sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { type Root, rootsByPath, rootsByPrefix, stepsBelow } from './root.js';

/** Maps paths to URIs and back. */
export interface FileUris {
  readonly roots: readonly Root[];
  /** Whether absolute paths are accepted: not if URIs hide the paths. */
  readonly showPaths: boolean;
  /** Whether a location starts like the URIs, and not like a relative path. */
  isUri(location: string): boolean;
  /**
   * The path that a URI means. Does not access the file system.
   * @throws {Error} if it disguises where it leads
   */
  pathOf(uri: string): string;
  /** The one URI of a real path below a root. */
  uriOf(path: string): string;
  /** The name of a file or folder in a URI. */
  encode(name: string): string;
  /** A URI prefix, with all characters encoded that URIs of files encode. */
  encodeTyped(beginning: string): string;
}

/** @throws {TypeError} if roots cannot be served, or prefixes do not fit them */
export function fileUris(folders: readonly string[], as?: string | readonly string[]): FileUris {
  return as === undefined ? new PathUris(rootsByPath(folders)) : new LogicalUris(rootsByPrefix(folders, as));
}

// Parts that the URL parser would silently undo, drop or change: encoded dots and separators, backslashes, control
// characters, a query and a fragment.
const DISGUISE = /%2e|%2f|[\\?#\p{Cc}]/iu;

function refuseEncodedSeparators(uri: string): void {
  if (DISGUISE.test(uri)) throw new Error('Its path is disguised');
}

// The URL parser drops blanks and control characters at the end, so a character is appended.
function urlOf(path: string): string {
  return pathToFileURL(`${path}x`).href.slice(0, -1);
}

/** `file:` URIs, which show the paths. */
class PathUris implements FileUris {
  readonly showPaths = true;

  constructor(readonly roots: readonly Root[]) {}

  isUri(location: string): boolean {
    return /^file:/i.test(location);
  }

  pathOf(uri: string): string {
    refuseEncodedSeparators(uri);
    const url = new URL(uri);
    if (url.host !== '') throw new Error('It is on another host');
    return fileURLToPath(url);
  }

  uriOf(path: string): string {
    return urlOf(path);
  }

  encode(name: string): string {
    const url = urlOf(`/${name}`);
    return url.slice(url.lastIndexOf('/') + 1);
  }

  encodeTyped(beginning: string): string {
    return beginning;
  }
}

// A segment that is a parent folder, or that the system would read as several segments, a drive or a stream of a file.
const FOREIGN = sep === '\\' ? /^\.{0,2}$|[\0/\\:]/ : /^\.{0,2}$|[\0/]/;

/** URIs with the application's prefixes: they reveal a path below a root, not the root. */
class LogicalUris implements FileUris {
  readonly showPaths = false;
  readonly #schemes: ReadonlySet<string>;

  constructor(readonly roots: readonly Root[]) {
    this.#schemes = new Set(roots.map(({ uri }) => schemeOf(uri)));
  }

  isUri(location: string): boolean {
    return this.#schemes.has(schemeOf(location).toLowerCase());
  }

  pathOf(uri: string): string {
    refuseEncodedSeparators(uri);
    const scheme = schemeOf(uri);
    const normal = scheme.toLowerCase() + uri.slice(scheme.length);
    const root = this.roots.find((each) => normal.startsWith(each.uri) || `${normal}/` === each.uri);
    if (root === undefined) throw new Error('It begins with no prefix of a root');
    const names = normal.slice(root.uri.length).split('/').map(decodeURIComponent);
    const isForeign = names.some((name, index) => FOREIGN.test(name) && (name !== '' || index < names.length - 1));
    if (isForeign) throw new Error('Its path is disguised');
    return [root.folder, ...names].join(sep);
  }

  uriOf(path: string): string {
    for (const { folder, uri } of this.roots) {
      const steps = stepsBelow(folder, path);
      if (steps !== undefined) return uri + steps.map((step) => this.encode(step)).join('/');
    }
    throw new Error(`${path} is outside the roots`);
  }

  // URL parsers would read a colon or an at sign in the first segment as a port or a user.
  encode(name: string): string {
    return encodeURIComponent(name).replace(/%(?:24|26|2B|2C|3B|3D)/g, decodeURIComponent);
  }

  encodeTyped(beginning: string): string {
    const { length } = this.roots.find(({ uri }) => beginning.startsWith(uri))?.uri ?? beginning;
    return beginning.slice(0, length) + beginning.slice(length).replace(/[:@?#]/g, encodeURIComponent);
  }
}

function schemeOf(location: string): string {
  return /^[a-z][a-z\d+.-]*:/i.exec(location)?.[0] ?? '';
}
