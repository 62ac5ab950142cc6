import type { ClientOptions } from '@modelcontextprotocol/client';

/** The ways in which the v2 client agrees on a revision. */
export const modes = {
  legacy: 'legacy',
  auto: 'auto',
  pinned: { pin: '2026-07-28' },
} satisfies Record<string, NonNullable<ClientOptions['versionNegotiation']>['mode']>;

export type Mode = keyof typeof modes;
