import type { Client } from '@cuecard/core';
import { namedBy } from './user-agent.js';

/** The first revision in which every request identifies its client (basic, "_meta"). */
export const MODERN_REVISION = '2026-07-28';

/** The revisions with `initialize` (basic/lifecycle), the latest first, and the draft before them. */
export const SESSION_REVISIONS: readonly string[] = [
  '2025-11-25',
  '2025-06-18',
  '2025-03-26',
  '2024-11-05',
  '2024-10-07',
];

const [LATEST = ''] = SESSION_REVISIONS;
const DRAFT = '2024-10-07';

/** The supported revisions in errors of the server. */
export const ALL_REVISIONS = [MODERN_REVISION, ...SESSION_REVISIONS.filter((revision) => revision !== DRAFT)];

/** An unknown client: the specification assumes a revision (basic/transports, "Protocol Version Header"). */
export const SILENT_CLIENT: Client = Object.freeze({ revision: '2025-03-26' });

const STRANGERS: ReadonlyMap<unknown, Client> = new Map(
  SESSION_REVISIONS.map((revision) => [revision, Object.freeze({ revision })]),
);

/**
 * A client without a session, of which only the revision is known, and the name if it is a known host's. `undefined` for
 * a revision without sessions.
 */
export function strangerOf(revision: string | null | undefined, userAgent: string | undefined): Client | undefined {
  const client = revision === undefined || revision === null ? SILENT_CLIENT : STRANGERS.get(revision);
  return client && namedBy(userAgent, client);
}

/** The revision that a server answers `initialize` with (basic/lifecycle, "Version Negotiation"). */
export function agreedRevision(requested: unknown): string {
  return SESSION_REVISIONS.find((revision) => revision === requested) ?? LATEST;
}

/**
 * Whether requests of this revision are self-contained: no session, no requests to the client, no unrequested
 * notifications.
 */
export function isModern(revision: string | undefined): boolean {
  return revision !== undefined && revision >= MODERN_REVISION;
}
