/** Loopback addresses, which need no encryption. */
const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/**
 * Reads a URL that must be secure.
 * @param name the name of the option, for the error
 * @throws {TypeError} if the URL is neither https nor on loopback, or has a password or a fragment
 */
export function readSecureUrl(value: string | URL, name: string): URL {
  const url = parseUrl(value);
  if (url === undefined)
    throw new TypeError(`${name} is not a URL: use an absolute URL, such as https://example.com/mcp`);
  if (!isSecure(url)) throw new TypeError(`${name} must be an https URL: http is allowed only on loopback`);
  if (url.username !== '' || url.password !== '')
    throw new TypeError(`${name} contains a user name or password: remove it`);
  if (url.href.includes('#')) throw new TypeError(`${name} has a fragment: remove the "#" and everything after it`);
  return url;
}

/** Parses a URL without `URL.canParse`, which in Node 20 and 22 rejects valid URLs after some thousand calls. */
export function parseUrl(value: string | URL): URL | undefined {
  try {
    return new URL(value);
  } catch {
    return undefined;
  }
}

function isSecure({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || (protocol === 'http:' && LOOPBACK.test(hostname));
}
