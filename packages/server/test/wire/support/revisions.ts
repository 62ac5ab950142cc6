import { localHttp, localStdio } from './local-server.ts';
import { initialize, type Json, type Lines, post } from './raw.ts';
import { createShelf } from './shelf.ts';

export const revisions = ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'];

/** Sends a request to a server, and resolves to its result or error. */
export type Ask = (method: string, params?: Json) => Promise<Json>;

const request = (method: string, params: Json) => JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });

function outcome(answer: Json): Json {
  const { result, error } = answer as { result?: Json; error?: Json };
  return result ?? error;
}

/** Opens a session for a client called `raw`. */
export async function openSession(url: string, revision: string): Promise<Record<string, string>> {
  const { headers } = await post(url, JSON.stringify(initialize(revision)));
  return { 'mcp-session-id': headers.get('mcp-session-id') ?? '' };
}

export const askOverHttp =
  (url: string, headers: Record<string, string> = {}): Ask =>
  async (method, params) =>
    outcome((await post(url, request(method, params), headers)).body);

export const askOverStdio =
  ({ lines }: { readonly lines: Lines }): Ask =>
  async (method, params) =>
    outcome(await lines.ask(request(method, params)));

/** The servers that clients of each revision call. */
export type Servers = Awaited<ReturnType<typeof startServers>>;

/** Serves a shelf over stdio and another over HTTP. */
export async function startServers() {
  return { stdio: await localStdio(createShelf()), http: await localHttp(createShelf()) };
}

/** Connections to a server with a revision, by name. */
export const ways = {
  async 'over stdio'({ stdio }: Servers, revision: string): Promise<Ask> {
    await stdio.lines.ask(JSON.stringify(initialize(revision))); // A client may initialize again.
    return askOverStdio(stdio);
  },
  async 'in a session over HTTP'({ http: { url } }: Servers, revision: string): Promise<Ask> {
    const session = await openSession(url, revision);
    return askOverHttp(url, { ...session, ...(revision >= '2025-06-18' && { 'mcp-protocol-version': revision }) });
  },
  async 'without a session over HTTP'({ http: { url } }: Servers, revision: string): Promise<Ask> {
    return askOverHttp(url, { 'mcp-protocol-version': revision });
  },
};
