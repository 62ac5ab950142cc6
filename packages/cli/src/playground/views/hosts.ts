import type { Host, Runtime } from '@cuecard/core';

/** The protocol revisions of clients, newest first. */
export const REVISIONS: readonly string[] = ['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'];

/** A client without a profile. No host has a key with a blank. */
const ANY_CLIENT: Host = { key: 'any client', client: { capabilities: {} }, profile: {} };

/** The hosts to simulate, starting with a client without a profile. */
export function hostsOf(runtime: Runtime): readonly Host[] {
  return [ANY_CLIENT, ...runtime.hosts];
}
