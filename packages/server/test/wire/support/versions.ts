import type { ClientOptions } from '@modelcontextprotocol/client';

/** How the v2 client negotiates the revision. */
export const modes = {
  legacy: 'legacy',
  auto: 'auto',
  pinned: { pin: '2026-07-28' },
} satisfies Record<string, NonNullable<ClientOptions['versionNegotiation']>['mode']>;

export type Mode = keyof typeof modes;

/** The official clients, as tests name them. */
export type Version = 'v1 client' | 'v2 client' | 'v2 client that negotiates' | 'v2 client of 2026-07-28';

/** The clients up to 2025-11-25, which open sessions. */
export const sessionVersions: readonly Version[] = ['v1 client', 'v2 client'];

/** The clients of every revision. */
export const everyVersion: readonly Version[] = [
  ...sessionVersions,
  'v2 client that negotiates',
  'v2 client of 2026-07-28',
];

/** Whether a client sends requests of 2026-07-28, if the server accepts them. */
export const isSelfContained = (version: Version) => !sessionVersions.includes(version);

/** The `_meta` of a response. It names the server, but only to clients since 2026-07-28. */
export const signatureOf = (version: Version, name: string) =>
  isSelfContained(version) ? { _meta: { 'io.modelcontextprotocol/serverInfo': { name, version: '1.0.0' } } } : {};
