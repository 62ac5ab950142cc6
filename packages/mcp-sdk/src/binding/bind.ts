import type { AuthInput, KindName, RuntimeMethod, ServedRuntime } from '@cuecard/core';
import { EMPTY_LISTS, type Rounds } from '@cuecard/server/internal';
import { ClientLog } from './client-log.js';
import { SdkPeer } from './peer.js';
import type { Binding, Capabilities, SdkHandler, SdkRequest, SdkServer } from './sdk-server.js';
import { handleSubscriptions, REJECTED_SUBSCRIPTIONS, SUBSCRIBE } from './subscriptions.js';

export interface BindOptions {
  /**
   * Whether notifications reach the client. If false, as for stateless HTTP, the server does not declare notifications
   * of changes.
   * @default true
   */
  readonly notifications?: boolean;
  /**
   * Whether questions to the user reach the client during its request. If false, as for single JSON documents, requests
   * that need an answer are rejected. Since 2026-07-28 the question is the result of the request, and reaches every
   * client.
   * @default true
   */
  readonly elicitation?: boolean;
  /**
   * Whether clients receive the log of handlers: `logging` in the specification, which has since deprecated it. Up to
   * 2025-11-25 this also needs `notifications`, because a client without a session cannot set a level.
   * @default false
   */
  readonly logging?: boolean;
  /**
   * The caller of requests without a caller in their transport. Over stdio, this is the local user.
   * @default none
   */
  readonly auth?: AuthInput | undefined;
}

/**
 * Binds a server to a runtime: the runtime answers its own methods, and the server notifies its client of changes. Call
 * it before the server is connected.
 * @param rounds how users are asked since 2026-07-28; without it, they are not asked
 * @returns the function that ends the notifications and the subscriptions
 * @throws {Error} if the application handles a method of the runtime
 */
export function bind(server: SdkServer, runtime: ServedRuntime, options: BindOptions = {}, rounds?: Rounds) {
  const binding = new RuntimeBinding(server, runtime, options, rounds);
  server.install(binding);
  binding.begin();
  return () => binding.end();
}

/** The part of a server that a runtime answers. */
class RuntimeBinding implements Binding {
  readonly handlers = new Map<string, SdkHandler>();
  readonly #server: SdkServer;
  readonly #runtime: ServedRuntime;
  readonly #rounds: Rounds | undefined;
  readonly #notifications: boolean;
  readonly #log: ClientLog | undefined;
  readonly #peer: SdkPeer;
  /** The methods that some clients do not get, because an SDK rejects undeclared methods. */
  readonly #others = new Map<string, SdkHandler>();
  readonly #ends: (() => void)[] = [];

  constructor(server: SdkServer, runtime: ServedRuntime, options: BindOptions, rounds: Rounds | undefined) {
    const { notifications = true, elicitation = true, logging = false, auth } = options;
    this.#server = server;
    this.#runtime = runtime;
    this.#rounds = rounds;
    this.#notifications = notifications;
    const log = logging && notifications ? new ClientLog(server) : undefined;
    this.#log = log;
    this.#peer = new SdkPeer(server, { auth, elicitation, log });
    for (const method of runtime.methods.values()) {
      const handlers = runtime.offers(method.capability) ? this.handlers : this.#others;
      handlers.set(method.name, this.#handlerOf(method));
    }
    this.#handleSubscriptions();
    if (log !== undefined) this.handlers.set('logging/setLevel', (params) => log.setLevel(params));
  }

  /** The capabilities that every client gets. */
  get capabilities(): Capabilities {
    const changes = this.#notifications && { listChanged: true };
    const subscribe = this.handlers.has(SUBSCRIBE) && this.#notifications && { subscribe: true };
    const offers = (kind: 'prompts' | 'tools' | 'resources' | 'completions') => this.#runtime.offers(kind);
    return {
      ...(offers('prompts') && { prompts: { ...changes } }),
      ...(offers('tools') && { tools: { ...changes } }),
      ...(offers('resources') && { resources: { ...changes, ...subscribe } }),
      ...(offers('completions') && { completions: {} }),
      ...(this.#log && { logging: {} }),
    };
  }

  /** Starts to notify the client of changed lists. */
  begin(): void {
    if (this.#notifications) this.#ends.push(this.#runtime.onListChanged((kind) => this.#listChanged(kind)));
  }

  answerOthers(method: string, params: unknown, request: SdkRequest): Promise<object> | undefined {
    return this.#others.get(method)?.(params, request) ?? EMPTY_LISTS.get(method)?.answer(params);
  }

  reset(): void {
    this.#peer.reset();
  }

  end(): void {
    for (const end of this.#ends.splice(0)) end();
  }

  #handlerOf({ name, answer }: RuntimeMethod): SdkHandler {
    return (params, request) => {
      const call = this.#peer.call(request);
      const { retry } = request;
      if (this.#rounds?.has(name) !== true || retry === undefined) return answer(params, call);
      return this.#rounds.answer({ method: name, params, call, retry, answer: (asking) => answer(params, asking) });
    };
  }

  #handleSubscriptions(): void {
    const { resources, monitor } = this.#runtime;
    if (resources?.canSubscribe !== true) return;
    const subscriptions = this.#notifications
      ? handleSubscriptions(this.#server, resources, { monitor, peer: this.#peer })
      : REJECTED_SUBSCRIPTIONS;
    for (const [method, handler] of subscriptions.handlers) this.handlers.set(method, handler);
    this.#ends.push(subscriptions.end);
  }

  #listChanged(kind: KindName): void {
    const { client, isEnveloped } = this.#server;
    if (client === undefined && !isEnveloped) return; // Before the handshake, no client knows an older list.
    this.#notifyOfList(kind);
    const runtime = this.#runtime;
    if (kind === 'prompt' && runtime.offers('tools') && runtime.listsPromptsAsTools(client)) this.#notifyOfList('tool');
  }

  #notifyOfList(kind: KindName): void {
    const method = `notifications/${kind}s/list_changed`;
    this.#runtime.monitor.count('notifications', 1, { 'mcp.method.name': method });
    this.#server.notify(method).catch((error) => this.#server.report(error));
  }
}

/** The part of an SDK's server that knows its handlers. */
interface HandlerOwner {
  assertCanSetRequestHandler(method: string): void;
}

/** Returns the methods that a server has handlers for. */
export function methodsWithHandler(server: HandlerOwner, methods: Iterable<string>): string[] {
  return [...methods].filter((method) => {
    try {
      server.assertCanSetRequestHandler(method);
      return false;
    } catch {
      return true;
    }
  });
}

/** @throws {Error} if both the server and the runtime handle a method */
export function rejectClashes(methods: readonly string[]): void {
  if (methods.length === 0) return;
  const kinds = new Set(methods.map((method) => method.split('/')[0] ?? method));
  const list = new Intl.ListFormat('en');
  throw new Error(
    `The server and the runtime both handle ${list.format(methods)}: offer ${list.format(kinds)} from only one of them`,
  );
}
