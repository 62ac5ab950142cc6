// The URL parser drops or replaces without a word: blanks, control and invisible characters, backslashes, missing
// slashes. And nobody needs a name and a password in a URL but to make it look like another.
const PLAIN = /^https?:\/\/[^\s\p{C}\\/?#@]+(?:[/?#][^\s\p{C}\\]*)?$/iu;

/**
 * The URL that a string is, in normal form and without its fragment.
 * @throws {Error} unless it is a URL of http or https that hides nothing and, also in normal form, is not too long
 */
export function httpUrl(location: string, maxLength: number): URL {
  checkLength(location, maxLength);
  if (!PLAIN.test(location)) throw new Error('It is no plain URL of http or https');
  const url = new URL(location);
  url.hash = '';
  checkLength(url.href, maxLength);
  return url;
}

function checkLength(location: string, maxLength: number): void {
  if (location.length > maxLength) throw new Error(`It is longer than ${maxLength} characters`);
}

/**
 * Where a `location` header leads to.
 * @throws {Error} when it may not be followed
 */
export function redirectedUrl(from: URL, location: unknown, maxLength: number): URL {
  if (typeof location !== 'string') throw new TypeError('It redirects, but not to one location');
  const url = httpUrl(new URL(location, from).href, maxLength);
  if (from.protocol === 'https:' && url.protocol === 'http:') throw new Error('It redirects from https to http');
  return url;
}

/** The last part of a URL's path, or else the host, for people. */
export function nameOf({ pathname, host }: URL): string {
  const last = pathname.split('/').findLast((part) => part !== '') ?? host;
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}
