/** The first protocol revision in which every request identifies its client (basic, "_meta"). */
export const ENVELOPE_REVISION = '2026-07-28';

/**
 * The protocol revisions with `initialize` (basic/lifecycle), the latest first, and finally the draft that preceded
 * them.
 */
export const SESSION_REVISIONS: readonly string[] = [
  '2025-11-25',
  '2025-06-18',
  '2025-03-26',
  '2024-11-05',
  '2024-10-07',
];

const [LATEST = ''] = SESSION_REVISIONS;
const DRAFT = '2024-10-07';

/** The supported protocol revisions, as errors list them. */
export const ALL_REVISIONS = [ENVELOPE_REVISION, ...SESSION_REVISIONS.filter((revision) => revision !== DRAFT)];

/** The revision that a server answers `initialize` with (basic/lifecycle, "Version Negotiation"). */
export function negotiateRevision(requested: unknown): string {
  return SESSION_REVISIONS.find((revision) => revision === requested) ?? LATEST;
}

/**
 * Whether requests of this protocol revision are self-contained: there is no session, the server sends no requests to
 * the client, and only requested notifications.
 */
export function isEnveloped(revision: string | undefined): boolean {
  return revision !== undefined && revision >= ENVELOPE_REVISION;
}

// The specification's own members of `_meta` (2026-07-28: basic, "_meta").
export const REVISION_KEY = 'io.modelcontextprotocol/protocolVersion';
export const CLIENT_KEY = 'io.modelcontextprotocol/clientInfo';
export const CAPABILITIES_KEY = 'io.modelcontextprotocol/clientCapabilities';
export const LOG_LEVEL_KEY = 'io.modelcontextprotocol/logLevel';
export const SERVER_KEY = 'io.modelcontextprotocol/serverInfo';
export const SUBSCRIPTION_KEY = 'io.modelcontextprotocol/subscriptionId';
/** The log levels, the least severe first (server/utilities/logging). */
export const LOG_LEVELS: readonly unknown[] = [
  'debug',
  'info',
  'notice',
  'warning',
  'error',
  'critical',
  'alert',
  'emergency',
];
