import type { Client } from '@cuecard/core';
import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  DEFAULT_NEGOTIATED_PROTOCOL_VERSION,
  PROTOCOL_VERSION_META_KEY,
  type Server,
  SUPPORTED_PROTOCOL_VERSIONS,
} from '@modelcontextprotocol/server';

/** The first revision in which every request says itself who makes it (basic, "_meta"). */
export const ENVELOPES_SINCE = '2026-07-28';

/** Whether requests of this revision stand on their own: no session, no requests to the client, no notices unasked for. */
export function isStateless(revision: string | undefined): boolean {
  return revision !== undefined && revision >= ENVELOPES_SINCE;
}

/** The client that a request's own `_meta` names. */
export function clientIn(meta: Readonly<Record<string, unknown>> = {}): Client {
  const { name, version } = (meta[CLIENT_INFO_META_KEY] ?? {}) as { name?: string; version?: string };
  const capabilities = meta[CLIENT_CAPABILITIES_META_KEY] as Client['capabilities'];
  const revision = meta[PROTOCOL_VERSION_META_KEY];
  return Object.freeze({
    revision: typeof revision === 'string' ? revision : ENVELOPES_SINCE,
    name,
    version,
    capabilities,
  });
}

// By its capabilities, which every introduction has anew.
const introduced = new WeakMap<object, Client>();

/** The client that has introduced itself to a server with `initialize`, if one has: the same object until another does. */
export function clientOf(server: Server): Client | undefined {
  const revision = server.getNegotiatedProtocolVersion();
  const capabilities = server.getClientCapabilities();
  if (revision === undefined || capabilities === undefined) return undefined;
  const known = introduced.get(capabilities);
  if (known !== undefined) return known;
  const { name, version } = server.getClientVersion() ?? {};
  const client = Object.freeze({ revision, name, version, capabilities });
  introduced.set(capabilities, client);
  return client;
}

const STRANGERS = new Map<string, Client>(
  SUPPORTED_PROTOCOL_VERSIONS.map((revision) => [revision, Object.freeze({ revision })]),
);
/** One that says nothing at all. */
export const SILENT_STRANGER: Client = Object.freeze({ revision: DEFAULT_NEGOTIATED_PROTOCOL_VERSION });

/**
 * A client that has not introduced itself: at most a header says which revision it speaks (basic/transports). Nothing
 * for a revision that has sessions and is not known.
 */
export function strangerOf(revision: string | null | undefined): Client | undefined {
  return revision === undefined || revision === null ? SILENT_STRANGER : STRANGERS.get(revision);
}
