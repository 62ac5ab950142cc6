import type { ClientOptions } from '@modelcontextprotocol/client';

/** The ways in which the v2 client agrees on a revision. */
export const modes = {
  legacy: 'legacy',
  auto: 'auto',
  pinned: { pin: '2026-07-28' },
} satisfies Record<string, NonNullable<ClientOptions['versionNegotiation']>['mode']>;

export type Mode = keyof typeof modes;

/** The official clients, by the names that tests call them. */
export type Version = 'v1 client' | 'v2 client' | 'v2 client that negotiates' | 'v2 client of 2026-07-28';

/** Those of revisions up to 2025-11-25, which open sessions: all that mcp-sdk can serve. */
export const sessionVersions: readonly Version[] = ['v1 client', 'v2 client'];

/** Those of every revision: what mcp-server can serve. */
export const everyVersion: readonly Version[] = [
  ...sessionVersions,
  'v2 client that negotiates',
  'v2 client of 2026-07-28',
];

/** Whether a client of this version speaks 2026-07-28, where the server does. */
export const isModern = (version: Version) => !sessionVersions.includes(version);

/** What a server of this name says of itself in its answers since 2026-07-28, and says to no older client. */
export const signatureOf = (version: Version, name: string) =>
  isModern(version) ? { _meta: { 'io.modelcontextprotocol/serverInfo': { name, version: '1.0.0' } } } : {};
