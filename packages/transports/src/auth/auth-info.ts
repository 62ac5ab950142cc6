import type { CallOptions } from '@cuecard/core';
import type { Identity } from './identity.js';

/** The sender of a message. */
export interface Sender {
  readonly identity?: Identity | undefined;
  /** The header `mcp-protocol-version`. */
  readonly revision?: string | undefined;
  /** The header `user-agent`. */
  readonly userAgent?: string | undefined;
  /** Counts work for its caller that continues after the response. */
  readonly hold?: ((work: Promise<unknown>) => void) | undefined;
  /** Compares arguments with the headers that repeat them (since 2026-07-28). */
  readonly checkHeaders?: CallOptions['checkHeaders'];
}

/** The official SDKs pass the identity of a caller along as `AuthInfo`. */
export interface AuthInfo {
  token: string;
  clientId: string;
  scopes: string[];
  extra?: Record<string, unknown>;
}

// Not in `extra`, which holds a token's claims: a claim must not be able to forge a sender.
const carried = new WeakMap<AuthInfo, Sender>();

/** Passes a sender along with its request through an SDK's server. */
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

/** The user, if a claim names one; otherwise the client. */
function principalOf({ clientId, extra }: AuthInfo): string {
  const subject = extra?.['sub'];
  return typeof subject === 'string' && subject !== '' ? subject : clientId;
}
