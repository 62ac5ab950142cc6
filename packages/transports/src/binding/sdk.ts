import type { Client } from '@cuecard/core';
import type { MessageGuards } from '../jsonrpc/envelope-fault.js';
import type { Refusal } from '../jsonrpc/refusal.js';
import type { Envelopes } from '../lane/envelopes-dialect.js';
import type { Introduction } from '../shared/server-identity.js';
import type { AdapterCall } from './bind.js';
import type { Revisions } from './revisions.js';
import type { OpenServer } from './sdk-server.js';

/** What an adapter makes of its SDK. */
export interface Sdk {
  readonly guards: MessageGuards;
  readonly revisions: Revisions;
  /** Makes a server for a connection. */
  open(introduction: Introduction): OpenServer;
  /** What the SDK knows of requests that stand on their own; nothing if it does not. */
  readonly modern?: ModernSdk;
}

/** The headers that repeat what a message says, since 2026-07-28; over stdio there are none. */
export interface MessageHead {
  readonly revision?: string | undefined;
  readonly method?: string | undefined;
  readonly name?: string | undefined;
}

/** What an SDK knows of the revision whose requests stand on their own, 2026-07-28. */
export interface ModernSdk {
  readonly revision: string;
  /** The key under which notices name the request that listens, in `_meta`. */
  readonly subscriptionKey: string;
  /** Returns how requests say themselves who sends them, for a server that introduces itself so. */
  envelopes(introduction: Introduction): Envelopes;
  /** The client that a request's own `_meta` names. */
  clientIn(meta: Readonly<Record<string, unknown>> | undefined): Client;
  /** Returns whether a message is of this revision or of an earlier one, or why it is of none. */
  classify(message: unknown, head: MessageHead): 'modern' | 'legacy' | Refusal;
  /** Makes a server for one request. */
  open(introduction: Introduction): OpenServer;
  /** Answers requests in a way of this revision's own, such as in rounds; returns nothing for all others. */
  answer(method: string, params: unknown, call: AdapterCall): Promise<object> | undefined;
}
