import type { Client } from '@cuecard/core';
import { SESSION_REVISIONS } from './revisions.js';

/** The hosts whose `User-Agent` begins with the name in their `clientInfo`; those of other hosts name their HTTP client. */
const HOSTS: ReadonlySet<string> = new Set(['claude-code', 'codex-mcp-client', 'copilot-cli', 'opencode', 'kilo']);

/** The clients that have been named, by the clients without a name. */
const NAMED = new WeakMap<Client, Map<string, Client>>();

/** The client with the name of its host, the same object each time; the client itself if the header names no known host. */
function namedBy(userAgent: string | undefined, client: Client): Client {
  const name = userAgent?.split('/', 1)[0];
  if (name === undefined || !HOSTS.has(name)) return client;
  const named = NAMED.get(client) ?? new Map<string, Client>();
  NAMED.set(client, named);
  const known = named.get(name) ?? Object.freeze({ ...client, name });
  named.set(name, known);
  return known;
}

/** An unknown client: the specification assumes a revision (basic/transports, "Protocol Version Header"). */
export const SILENT_CLIENT: Client = Object.freeze({ revision: '2025-03-26' });

const ANONYMOUS: ReadonlyMap<unknown, Client> = new Map(
  SESSION_REVISIONS.map((revision) => [revision, Object.freeze({ revision })]),
);

/**
 * A client without a session, of which only the revision is known, and the name if it is a known host's. `undefined` for
 * a revision without sessions.
 */
export function anonymousClient(
  revision: string | null | undefined,
  userAgent: string | undefined,
): Client | undefined {
  const client = revision === undefined || revision === null ? SILENT_CLIENT : ANONYMOUS.get(revision);
  return client && namedBy(userAgent, client);
}
