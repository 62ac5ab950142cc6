/** What servers are expected to take, and more than people write. */
const MAX_CHARACTERS = 8000;

// The URL parser drops or replaces without a word: blanks, control and invisible characters, backslashes, missing
// slashes. And nobody needs a name and a password in a URL but to make it look like another.
const PLAIN = /^https?:\/\/[^\s\p{C}\\/?#@]+(?:[/?#][^\s\p{C}\\]*)?$/iu;

/**
 * The URL that a string is, in normal form and without its fragment.
 * @throws {Error} unless it is a URL of http or https that hides nothing
 */
export function httpUrl(location: string): URL {
  if (location.length > MAX_CHARACTERS) throw new Error(`It is longer than ${MAX_CHARACTERS} characters`);
  if (!PLAIN.test(location)) throw new Error('It is no plain URL of http or https');
  const url = new URL(location);
  url.hash = '';
  return url;
}

/**
 * Where a `location` header leads to.
 * @throws {Error} when it may not be followed
 */
export function redirectedUrl(from: URL, location: unknown): URL {
  if (typeof location !== 'string') throw new TypeError('It redirects, but not to one location');
  const url = httpUrl(new URL(location, from).href);
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
