// Rejects characters that the URL parser silently drops or replaces: white space, control and invisible characters, and
// backslashes. Rejects user names and passwords, because they can disguise the host.
const UNAMBIGUOUS_URL = /^https?:\/\/[^\s\p{C}\\/?#@]+(?:[/?#][^\s\p{C}\\]*)?$/iu;

/**
 * Parses a URL, normalizes it, and removes its fragment.
 * @throws {Error} unless it is a plain http or https URL that is short enough both before and after normalization
 */
export function parseHttpUrl(location: string, maxLength: number): URL {
  checkLength(location, maxLength);
  if (!UNAMBIGUOUS_URL.test(location))
    throw new Error(
      'The URL is not http or https, or contains a user name, white space, a backslash or an invisible character',
    );
  const url = new URL(location);
  url.hash = '';
  checkLength(url.href, maxLength);
  return url;
}

function checkLength(location: string, maxLength: number): void {
  if (location.length > maxLength) throw new Error(`The URL is longer than ${maxLength} characters`);
}

/**
 * Returns the target of a `location` header.
 * @throws {Error} if following the redirection is not allowed
 */
export function redirectedUrl(from: URL, location: unknown, maxLength: number): URL {
  if (typeof location !== 'string') throw new TypeError('The redirection does not have exactly one location header');
  const url = parseHttpUrl(new URL(location, from).href, maxLength);
  if (from.protocol === 'https:' && url.protocol === 'http:')
    throw new Error('The server redirects from https to http');
  return url;
}

/** Returns a display name for a URL: the last segment of its path, or the host. */
export function displayName({ pathname, host }: URL): string {
  const lastSegment = pathname.split('/').findLast((segment) => segment !== '') ?? host;
  try {
    return decodeURIComponent(lastSegment);
  } catch {
    return lastSegment;
  }
}
