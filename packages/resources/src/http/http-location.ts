// The URL parser silently drops or replaces blanks, control and invisible characters, backslashes and missing slashes.
// User names and passwords in a URL only serve to disguise it.
const PLAIN = /^https?:\/\/[^\s\p{C}\\/?#@]+(?:[/?#][^\s\p{C}\\]*)?$/iu;

/**
 * A string as a URL, in normal form and without its fragment.
 * @throws {Error} unless it is an http or https URL without disguise that is short enough, as written and in normal
 * form
 */
export function httpUrl(location: string, maxLength: number): URL {
  checkLength(location, maxLength);
  if (!PLAIN.test(location)) throw new Error('It is not a plain URL of http or https');
  const url = new URL(location);
  url.hash = '';
  checkLength(url.href, maxLength);
  return url;
}

function checkLength(location: string, maxLength: number): void {
  if (location.length > maxLength) throw new Error(`It is longer than ${maxLength} characters`);
}

/**
 * The target of a `location` header.
 * @throws {Error} if it may not be followed
 */
export function redirectedUrl(from: URL, location: unknown, maxLength: number): URL {
  if (typeof location !== 'string') throw new TypeError('It redirects, but not to one location');
  const url = httpUrl(new URL(location, from).href, maxLength);
  if (from.protocol === 'https:' && url.protocol === 'http:') throw new Error('It redirects from https to http');
  return url;
}

/** A display name: the last part of a URL's path, otherwise the host. */
export function nameOf({ pathname, host }: URL): string {
  const last = pathname.split('/').findLast((part) => part !== '') ?? host;
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}
