const KEY = 'cuecard-token';

/**
 * The token that the server has put into the address. It is kept for this tab, and taken out of the address bar: anyone who
 * copies the address or looks at the screen does not get it.
 */
export function takeToken(): string | undefined {
  const [, given] = /^#token=([\w-]+)$/.exec(location.hash) ?? [];
  if (given === undefined) return sessionStorage.getItem(KEY) ?? undefined;
  keepToken(given);
  history.replaceState(null, '', location.pathname + location.search);
  return given;
}

export function keepToken(token: string): void {
  sessionStorage.setItem(KEY, token);
}

/** Reads the token from pasted text: the whole address, or the token alone. */
export function tokenIn(pasted: string): string | undefined {
  return /^(?:.*#token=)?([\w-]{16,})$/.exec(pasted.trim())?.[1];
}
