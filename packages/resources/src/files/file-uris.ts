import { sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { createPathRoots, createPrefixedRoots, type Root, segmentsBelow } from './root.js';

/** Maps paths to URIs and back. */
export interface FileUris {
  readonly roots: readonly Root[];
  /** Whether a location may be an absolute path. This is not allowed if the URIs hide absolute paths. */
  readonly showPaths: boolean;
  /** Whether a location starts like a URI of these roots, rather than like a relative path. */
  isUri(location: string): boolean;
  /**
   * Returns the path of a URI. Does not access the file system.
   * @throws {Error} if the URI contains parts that a URL parser would drop or change
   */
  pathOf(uri: string): string;
  /** Returns the URI of a real path below a root. */
  uriOf(path: string): string;
  /** Encodes the name of a file or folder for a URI. */
  encode(name: string): string;
  /** Encodes the typed start of a URI in the way that file URIs are encoded. */
  encodeTyped(prefix: string): string;
}

/** @throws {TypeError} if a root is not a folder, or the number of prefixes differs from the number of roots */
export function fileUris(folders: readonly string[], as?: string | readonly string[]): FileUris {
  return as === undefined ? new PathUris(createPathRoots(folders)) : new LogicalUris(createPrefixedRoots(folders, as));
}

// Parts that the URL parser would silently resolve, drop or change: encoded dots and separators, backslashes, control
// characters, a query and a fragment.
const DISGUISE = /%2e|%2f|[\\?#\p{Cc}]/iu;
const DISGUISE_FOUND =
  'The URI contains a query, a fragment, a backslash, a control character, or an encoded dot or slash';

function rejectDisguise(uri: string): void {
  if (DISGUISE.test(uri)) throw new Error(DISGUISE_FOUND);
}

// Appends a character, because the URL parser drops white space and control characters at the end.
function pathToUrl(path: string): string {
  return pathToFileURL(`${path}x`).href.slice(0, -1);
}

/** `file:` URIs, which reveal the absolute paths. */
class PathUris implements FileUris {
  readonly showPaths = true;

  constructor(readonly roots: readonly Root[]) {}

  isUri(location: string): boolean {
    return /^file:/i.test(location);
  }

  pathOf(uri: string): string {
    rejectDisguise(uri);
    const url = new URL(uri);
    if (url.host !== '') throw new Error('The file URI has a host. Only local files are served.');
    return fileURLToPath(url);
  }

  uriOf(path: string): string {
    return pathToUrl(path);
  }

  encode(name: string): string {
    const url = pathToUrl(`/${name}`);
    return url.slice(url.lastIndexOf('/') + 1);
  }

  encodeTyped(prefix: string): string {
    return prefix;
  }
}

// A segment that is a parent folder, or that the system would read as several segments, a drive or a file stream.
const UNSAFE_SEGMENT = sep === '\\' ? /^\.{0,2}$|[\0/\\:]/ : /^\.{0,2}$|[\0/]/;

/** URIs with the application's prefixes. They reveal the path below a root, but not the root. */
class LogicalUris implements FileUris {
  readonly showPaths = false;
  readonly #schemes: ReadonlySet<string>;

  constructor(readonly roots: readonly Root[]) {
    this.#schemes = new Set(roots.map(({ uri }) => schemeIn(uri)));
  }

  isUri(location: string): boolean {
    return this.#schemes.has(schemeIn(location).toLowerCase());
  }

  pathOf(uri: string): string {
    rejectDisguise(uri);
    const scheme = schemeIn(uri);
    const normalized = scheme.toLowerCase() + uri.slice(scheme.length);
    const root = this.roots.find(({ uri: prefix }) => `${normalized}/`.startsWith(prefix));
    if (root === undefined) throw new Error('The URI does not start with the prefix of a root');
    const names = normalized.slice(root.uri.length).split('/').map(decodeURIComponent);
    const isUnsafe = names.some(
      (name, index) => UNSAFE_SEGMENT.test(name) && (name !== '' || index < names.length - 1),
    );
    if (isUnsafe) throw new Error('The path has an invalid segment, such as ".." or an empty one');
    return [root.folder, ...names].join(sep);
  }

  uriOf(path: string): string {
    for (const { folder, uri } of this.roots) {
      const segments = segmentsBelow(folder, path);
      if (segments !== undefined) return uri + segments.map((segment) => this.encode(segment)).join('/');
    }
    throw new Error(`${path} is outside the roots`);
  }

  // URL parsers would read a colon or an at sign in the first segment as a port or a user.
  encode(name: string): string {
    return encodeURIComponent(name).replace(/%(?:24|26|2B|2C|3B|3D)/g, decodeURIComponent);
  }

  encodeTyped(prefix: string): string {
    const { length } = this.roots.find(({ uri }) => prefix.startsWith(uri))?.uri ?? prefix;
    return prefix.slice(0, length) + prefix.slice(length).replace(/[:@?#]/g, encodeURIComponent);
  }
}

function schemeIn(location: string): string {
  return /^[a-z][a-z\d+.-]*:/i.exec(location)?.[0] ?? '';
}
