import type { CallOptions } from '@cuecard/core';
import type { Identity } from './identity.js';

/** Who sends a message. */
export interface Sender {
  readonly identity?: Identity | undefined;
  /** The header `mcp-protocol-version`. */
  readonly revision?: string | undefined;
  /** Counts work for its caller that goes on when its request is over. */
  readonly hold?: ((work: Promise<unknown>) => void) | undefined;
  /** Compares arguments with the headers that repeat them, since 2026-07-28. */
  readonly checkHeaders?: CallOptions['checkHeaders'];
}

/** How the official SDKs carry on whose behalf a request is made. */
export interface AuthInfo {
  token: string;
  clientId: string;
  scopes: string[];
  extra?: Record<string, unknown>;
}

// Not in `extra`, which holds a token's claims: a claim must not be able to forge a sender.
const carried = new WeakMap<AuthInfo, Sender>();

/** Makes a sender travel with its request through an SDK's server. */
export function toAuthInfo(sender: Sender): AuthInfo {
  const { identity } = sender;
  const info = { token: '', clientId: identity?.principal ?? '', scopes: [...(identity?.scopes ?? [])] };
  carried.set(info, sender);
  return info;
}

/** Returns the sender that an SDK has authenticated, without the token. */
export function senderOf(info: AuthInfo | undefined): Sender {
  if (info === undefined) return {};
  const known = carried.get(info);
  if (known !== undefined) return known;
  return { identity: { principal: principalOf(info), scopes: info.scopes, claims: info.extra } };
}

/** The person, where a claim says who that is; the client otherwise. */
function principalOf({ clientId, extra }: AuthInfo): string {
  const subject = extra?.['sub'];
  return typeof subject === 'string' && subject !== '' ? subject : clientId;
}
