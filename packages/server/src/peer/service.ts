import type { Client, ServedRuntime } from '@cuecard/core';
import { SERVER_KEY } from '../jsonrpc/protocol.js';
import { Documents, envelopeFormat } from './documents.js';
import type { Listeners } from './listeners.js';
import { RequestState, type RequestStateOptions } from '../rounds/request-state.js';
import type { ServerIntroduction } from '../shared/server-identity.js';
import { Envelopes } from './envelopes.js';

export interface ServiceOptions {
  readonly runtime: ServedRuntime;
  readonly introduction: ServerIntroduction;
  /** Whether clients are offered the log. */
  readonly logging: boolean;
  readonly listeners: Listeners;
  readonly state: RequestStateOptions;
}

/** What a server offers to all its peers. */
export class Service {
  readonly runtime: ServedRuntime;
  readonly introduction: ServerIntroduction;
  readonly logging: boolean;
  readonly listeners: Listeners;
  /** Signs the answers of users that travel with their requests, since 2026-07-28. */
  readonly requestState: RequestState;
  readonly envelopes = new Envelopes();
  /** Writes answers in the form of the revisions up to 2025-11-25. */
  readonly sessionDocuments = new Documents();
  /** Writes answers in the form of 2026-07-28. */
  readonly envelopeDocuments: Documents;

  /**
   * @throws {TypeError} if one of the `stateKeys` is neither bytes nor a text
   * @throws {RangeError} if one of the `stateKeys` is shorter than 32 bytes, or the `stateTtlMs` is invalid
   */
  constructor({ runtime, introduction, logging, listeners, state }: ServiceOptions) {
    this.runtime = runtime;
    this.introduction = introduction;
    this.logging = logging;
    this.listeners = listeners;
    this.requestState = new RequestState(state, runtime.monitor);
    this.envelopeDocuments = new Documents(envelopeFormat({ [SERVER_KEY]: introduction.serverInfo }));
  }

  /**
   * Returns the capabilities that the server declares to a client (basic/lifecycle, "Capability Negotiation").
   * @param sendsNotices whether notifications of changes reach the client
   */
  capabilitiesFor(client: Client | undefined, sendsNotices: boolean): object {
    const { runtime } = this;
    const list = sendsNotices ? { listChanged: true } : {};
    const declared = new Map<string, object>();
    for (const { capability } of runtime.methods.values())
      if (runtime.offers(capability)) declared.set(capability, list);
    // Prompts that a client receives as tools change as prompts do.
    if (declared.has('prompts') && runtime.offers('tools', client)) declared.set('tools', list);
    if (declared.has('completions')) declared.set('completions', {}); // They are never listed.
    return { ...Object.fromEntries(declared), ...(sendsNotices && this.#notified) };
  }

  /** The capabilities that need notifications, up to 2025-11-25. */
  get #notified(): object {
    const isWatchable = this.runtime.resources?.canSubscribe === true;
    return {
      ...(isWatchable && { resources: { listChanged: true, subscribe: true } }),
      ...(this.logging && { logging: {} }),
    };
  }
}
