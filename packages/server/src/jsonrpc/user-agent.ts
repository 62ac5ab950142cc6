import type { Client } from '@cuecard/core';

/** The hosts whose `User-Agent` begins with the name in their `clientInfo`; those of other hosts name their HTTP client. */
const HOSTS: ReadonlySet<string> = new Set(['claude-code', 'codex-mcp-client', 'copilot-cli', 'opencode', 'kilo']);

/** The clients that have been named, by the clients without a name. */
const NAMED = new WeakMap<Client, Map<string, Client>>();

/** The client with the name of its host, the same object each time; the client itself if the header names no known host. */
export function namedBy(userAgent: string | undefined, client: Client): Client {
  const name = userAgent?.split('/', 1)[0];
  if (name === undefined || !HOSTS.has(name)) return client;
  const named = NAMED.get(client) ?? new Map<string, Client>();
  NAMED.set(client, named);
  const known = named.get(name) ?? Object.freeze({ ...client, name });
  named.set(name, known);
  return known;
}
