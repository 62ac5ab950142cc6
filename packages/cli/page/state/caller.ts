import type { CatalogueEntry } from '../../src/playground/api.js';
import type { Endpoint } from '../server/mcp.js';

/** The caller as which the page calls prompts, tools and resources. */
export interface Caller {
  /** Empty for a caller without an identity. */
  readonly principal: string;
  readonly scopes: readonly string[];
  /** Headers for an endpoint that authenticates its clients, one a line. */
  readonly headers: string;
}

export const ANONYMOUS: Caller = { principal: '', scopes: [], headers: '' };

const KEY = 'cuecard-caller';

/** The caller that this tab stores. */
export function storedCaller(): Caller {
  return { ...ANONYMOUS, ...(JSON.parse(sessionStorage.getItem(KEY) ?? '{}') as Partial<Caller>) };
}

export function storeCaller(caller: Caller): void {
  sessionStorage.setItem(KEY, JSON.stringify(caller));
}

function hasIdentity({ principal, scopes }: Caller): boolean {
  return principal !== '' || scopes.length > 0;
}

/** A short name of a caller. */
export function callerName(caller: Caller): string {
  const { principal, scopes, headers } = caller;
  if (!hasIdentity(caller)) return headers.trim() === '' ? 'anonymous' : 'custom headers';
  const count = scopes.length === 1 ? '1 scope' : `${scopes.length} scopes`;
  return [principal || 'developer', ...(scopes.length > 0 ? [count] : [])].join(' · ');
}

/** The scopes that a definition needs and the caller lacks. */
export function missingScopes({ scopes = [] }: Pick<CatalogueEntry, 'scopes'>, caller: Caller): string[] {
  return scopes.filter((scope) => !caller.scopes.includes(scope));
}

/** The caller with more scopes. */
export function withScopes(caller: Caller, scopes: readonly string[]): Caller {
  return { ...caller, scopes: [...caller.scopes, ...scopes] };
}

/** The endpoint for a caller. With the developer's token, a separate endpoint accepts any identity. */
export function endpointFor(caller: Caller, path: string, token: string): Endpoint {
  if (!hasIdentity(caller)) return { url: path, headers: headersIn(caller.headers) };
  const query = new URLSearchParams({ principal: caller.principal, scopes: caller.scopes.join(' ') });
  return { url: `/-/mcp?${query}`, headers: { authorization: `Bearer ${token}` } };
}

/** Reads headers, one a line, and ignores invalid lines. */
export function headersIn(lines: string): Readonly<Record<string, string>> {
  const headers = lines.split('\n').flatMap((line) => {
    const [, name, value] = /^\s*([!#$%&'*+.^_`|~\w-]+)\s*:\s*([\t -~]*?)\s*$/.exec(line) ?? [];
    return name === undefined || value === undefined ? [] : [[name.toLowerCase(), value]];
  });
  return Object.fromEntries(headers) as Record<string, string>;
}
