import type { Client } from '@cuecard/core';
import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  PROTOCOL_VERSION_META_KEY,
} from '@modelcontextprotocol/server';

/** The first revision in which every request says itself who makes it (basic, "_meta"). */
export const MODERN_SINCE = '2026-07-28';

/** Whether requests of this revision stand on their own: no session, no requests to the client, no notices unasked for. */
export function isModern(revision: string | undefined): boolean {
  return revision !== undefined && revision >= MODERN_SINCE;
}

/** The client that a request's own `_meta` names. */
export function clientIn(meta: Readonly<Record<string, unknown>> = {}): Client {
  const { name, version } = (meta[CLIENT_INFO_META_KEY] ?? {}) as { name?: string; version?: string };
  const capabilities = meta[CLIENT_CAPABILITIES_META_KEY] as Client['capabilities'];
  const revision = meta[PROTOCOL_VERSION_META_KEY];
  return Object.freeze({
    revision: typeof revision === 'string' ? revision : MODERN_SINCE,
    name,
    version,
    capabilities,
  });
}
