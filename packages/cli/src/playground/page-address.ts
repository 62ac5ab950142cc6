/** The names of addresses that a browser at this machine reaches by another one. */
const LOCAL: ReadonlySet<string> = new Set(['127.0.0.1', '0.0.0.0', '[::]']);

/** The address of the page. Browsers keep the fragment to themselves: the token is in no log and no `Referer`. */
export function addressOf(endpoint: string, token: string): string {
  const url = new URL('/', endpoint);
  if (LOCAL.has(url.hostname)) url.hostname = 'localhost';
  url.hash = `token=${token}`;
  return url.href;
}
