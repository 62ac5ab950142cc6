import type { Client, ServedRuntime } from '@cuecard/core';
import { SERVER_KEY } from '../jsonrpc/protocol.js';
import { Documents, envelopeFormat } from './documents.js';
import type { Listeners } from './listeners.js';
import { RequestState, type RequestStateOptions } from '../rounds/request-state.js';
import type { ServerDescription } from '../shared/server-identity.js';
import { Envelopes } from './envelopes.js';

export interface ServiceOptions {
  readonly runtime: ServedRuntime;
  readonly description: ServerDescription;
  /** Whether clients can receive the log of handlers. */
  readonly logging: boolean;
  readonly listeners: Listeners;
  readonly state: RequestStateOptions;
}

/** The part of a server that all peers share. */
export class Service {
  readonly runtime: ServedRuntime;
  readonly description: ServerDescription;
  readonly logging: boolean;
  readonly listeners: Listeners;
  /** Signs users' answers, which clients carry between requests since protocol revision 2026-07-28. */
  readonly requestState: RequestState;
  readonly envelopes = new Envelopes();
  /** Writes responses for protocol revisions up to 2025-11-25. */
  readonly sessionDocuments = new Documents();
  /** Writes responses for protocol revision 2026-07-28. */
  readonly envelopeDocuments: Documents;

  /**
   * @throws {TypeError} if one of the `stateKeys` is neither bytes nor a string
   * @throws {RangeError} if one of the `stateKeys` is shorter than 32 bytes, or the `stateTtlMs` is invalid
   */
  constructor({ runtime, description, logging, listeners, state }: ServiceOptions) {
    this.runtime = runtime;
    this.description = description;
    this.logging = logging;
    this.listeners = listeners;
    this.requestState = new RequestState(state, runtime.monitor);
    this.envelopeDocuments = new Documents(envelopeFormat({ [SERVER_KEY]: description.serverInfo }));
  }

  /**
   * Returns the capabilities that the server declares to a client (basic/lifecycle, "Capability Negotiation").
   * @param sendsNotifications whether notifications of changes reach the client
   */
  capabilitiesFor(client: Client | undefined, sendsNotifications: boolean): object {
    const { runtime } = this;
    const list = sendsNotifications ? { listChanged: true } : {};
    const declared = new Map<string, object>();
    for (const { capability } of runtime.methods.values())
      if (runtime.offers(capability)) declared.set(capability, list);
    // The tools that a client receives for prompts change with the prompts.
    if (declared.has('prompts') && runtime.offers('tools', client)) declared.set('tools', list);
    if (declared.has('completions')) declared.set('completions', {}); // Completions have no list.
    return { ...Object.fromEntries(declared), ...(sendsNotifications && this.#notificationCapabilities) };
  }

  /** The capabilities that need notifications, up to protocol revision 2025-11-25. */
  get #notificationCapabilities(): object {
    const isWatchable = this.runtime.resources?.canSubscribe === true;
    return {
      ...(isWatchable && { resources: { listChanged: true, subscribe: true } }),
      ...(this.logging && { logging: {} }),
    };
  }
}
