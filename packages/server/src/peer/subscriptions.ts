import { type CallOptions, type Resources } from '@cuecard/core';
import { hasRights, type Identity } from '../auth/identity.js';
import type { CallerBudget } from '../edge/held-bytes.js';
import { subscriptionBytes } from '../jsonrpc/message-size.js';
import { UpdateNotifications } from '../shared/update-notifications.js';

interface SubscriptionsOptions {
  readonly resources: Resources;
  /** Notifies the client of a changed resource. */
  readonly notify: (uri: string) => void;
  /** Returns the caller of the latest request, if it has one. */
  readonly newest: () => Identity | undefined;
  /** Counts the subscriptions. */
  readonly holding: CallerBudget | undefined;
}

/**
 * A client's subscriptions to resources, up to protocol revision 2025-11-25. The caller may lose rights after
 * subscribing.
 */
export class Subscriptions {
  readonly #options: SubscriptionsOptions;
  readonly #watched: ReturnType<Resources['subscriptions']>;
  readonly #notices: UpdateNotifications;
  readonly #calls = new Map<string, CallOptions>();

  constructor(options: SubscriptionsOptions) {
    this.#options = options;
    this.#notices = new UpdateNotifications((uri) => this.#notifyIfAllowed(uri));
    this.#watched = options.resources.subscriptions((uri) => this.#notices.add(uri));
  }

  /** Subscribes. Checks the rights again if the earlier subscriber had other rights. */
  async add(uri: string | undefined, call: CallOptions): Promise<void> {
    const { client, sessionId, auth } = call;
    const before = uri === undefined ? undefined : this.#calls.get(uri);
    if (before !== undefined && !hasRights(before.auth, auth)) await this.#forget(uri);
    await this.#watched.add(uri, call);
    if (uri === undefined || !this.#watched.has(uri)) return; // The subscription ended meanwhile.
    if (!this.#calls.has(uri)) this.#options.holding?.add(subscriptionBytes(uri));
    this.#calls.set(uri, { client, sessionId, auth });
  }

  async remove(uri: string | undefined): Promise<void> {
    const removed = this.#forget(uri);
    if (uri !== undefined) this.#notices.drop(uri);
    await removed;
  }

  end(): void {
    this.#calls.clear();
    this.#watched.end();
    this.#notices.end();
  }

  #forget(uri: string | undefined): Promise<void> {
    if (uri !== undefined && this.#calls.delete(uri)) this.#options.holding?.release(subscriptionBytes(uri));
    return this.#watched.remove(uri);
  }

  /** Notifies the caller, or ends the subscription if the caller may no longer read the resource. */
  #notifyIfAllowed(uri: string): void {
    const { newest, notify } = this.#options;
    const call = this.#calls.get(uri);
    const caller = newest();
    if (call === undefined || caller === undefined || hasRights(call.auth, caller)) return notify(uri);
    this.add(uri, { ...call, auth: caller }).then(
      () => notify(uri),
      () => {},
    );
  }
}
