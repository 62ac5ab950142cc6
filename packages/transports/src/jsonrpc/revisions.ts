import type { Client } from '@cuecard/core';

/** The revision in which every request says itself who makes it (basic, "_meta"). */
export const MODERN_REVISION = '2026-07-28';

/** The revisions in which a client introduces itself once (basic/lifecycle), the latest first, and the draft before them. */
export const SESSION_REVISIONS: readonly string[] = [
  '2025-11-25',
  '2025-06-18',
  '2025-03-26',
  '2024-11-05',
  '2024-10-07',
];

const [LATEST = ''] = SESSION_REVISIONS;
const DRAFT = '2024-10-07';

/** What a server tells of the revisions that it serves. */
export const ALL_REVISIONS = [MODERN_REVISION, ...SESSION_REVISIONS.filter((revision) => revision !== DRAFT)];

/** A client of which nothing is known: the specification assumes a revision (basic/transports, "Protocol Version Header"). */
export const SILENT_CLIENT: Client = Object.freeze({ revision: '2025-03-26' });

const STRANGERS: ReadonlyMap<unknown, Client> = new Map(
  SESSION_REVISIONS.map((revision) => [revision, Object.freeze({ revision })]),
);

/** A client that names nothing but its revision; `undefined` for a revision without sessions. */
export function strangerOf(revision: string | null | undefined): Client | undefined {
  return revision === undefined || revision === null ? SILENT_CLIENT : STRANGERS.get(revision);
}

/** The revision that a server answers `initialize` with (basic/lifecycle, "Version Negotiation"). */
export function agreedRevision(requested: unknown): string {
  return SESSION_REVISIONS.find((revision) => revision === requested) ?? LATEST;
}

/** Whether requests of this revision stand on their own: no session, no requests to the client, no notices unasked for. */
export function isModern(revision: string | undefined): boolean {
  return revision !== undefined && revision >= MODERN_REVISION;
}
