import type { ServedRuntime } from '@cuecard/core';
import { bind, type BindOptions } from '../binding/bind.js';
import { LazyServer } from '../binding/lazy-server.js';
import type { Peer } from '../binding/peer.js';
import type { ConnectedServer, SdkServer, Wire } from '../binding/sdk-server.js';
import type { Sdk } from '../binding/sdk.js';
import { clientIn } from '../jsonrpc/client-shape.js';
import { cancelledIn, isRequest, type Message, type RequestId } from '../jsonrpc/message.js';
import type { Dialect } from '../lane/dialect.js';
import type { LaneClient } from '../lane/lane-client.js';
import { SessionsDialect } from '../lane/sessions-dialect.js';
import { eraOf } from '../modern/era.js';
import { isListen, Listeners, type ListenRequest } from '../modern/listeners.js';
import { modernDialect } from '../modern/modern-dialect.js';
import type { ModernOptions } from '../modern/modern-options.js';
import { openModernServer } from '../modern/modern-server.js';
import type { Questions } from '../binding/questions.js';
import type { Introduction } from '../shared/server-identity.js';
import { LineLane } from './line-lane.js';

export interface LineServerOptions extends Pick<BindOptions, 'auth' | 'logging'> {
  readonly sdk: Sdk;
  readonly runtime: ServedRuntime;
  readonly introduction: Introduction;
  /** Nothing if the SDK does not support self-contained requests. */
  readonly modern: ModernOptions | undefined;
  readonly send: (message: Message) => Promise<void>;
}

/** The pending requests of 2026-07-28, which can be cancelled. */
interface Cancellable {
  cancel(cancellation: Message): void;
}

/** The server for revisions up to 2025-11-25. */
interface Legacy {
  readonly server: SdkServer;
  readonly legacy: ConnectedServer;
  readonly peer: Peer;
}

/**
 * Answers the messages of one client. A server of the message's own era handles each, whatever came before
 * (basic/versioning, "Backward Compatibility").
 */
export class LineServer {
  readonly #options: LineServerOptions;
  readonly #server: SdkServer;
  readonly #legacy: ConnectedServer;
  readonly #peer: Peer;
  readonly #listeners: Listeners | undefined;
  readonly #underWay = new Map<RequestId, Cancellable>();

  private constructor(options: LineServerOptions, { server, legacy, peer }: Legacy) {
    const { modern, runtime, introduction } = options;
    this.#options = options;
    this.#server = server;
    this.#legacy = legacy;
    this.#peer = peer;
    this.#listeners = modern && new Listeners({ runtime, introduction, max: MAX_LISTENERS });
  }

  /** @param options.ended called when the server itself has ended the connection */
  static async open(options: LineServerOptions & { readonly ended: () => void }): Promise<LineServer> {
    const { sdk, runtime, introduction, auth, logging = false, send, ended } = options;
    const server = new LazyServer({ sdk, runtime, introduction });
    const { peer, end } = bind(server, runtime, { auth, logging });
    const release = () => {
      end();
      ended();
    };
    peer.questions.awaitIntroduction();
    const legacy = await server.connect({ send, release });
    return new LineServer(options, { server, legacy, peer });
  }

  /** The questions to the user, sent as requests of the server. */
  get questions(): Questions {
    return this.#peer.questions;
  }

  /** The lane, which bypasses the SDK. */
  lane(): LineLane {
    const { modern, runtime } = this.#options;
    const dialects: Dialect[] = [new SessionsDialect()];
    if (modern !== undefined) dialects.push(modernDialect(modern));
    return new LineLane({ runtime, dialects, clientOf: () => this.#client() });
  }

  receive(message: Message): void {
    const { modern } = this.#options;
    const [cancelled] = cancelledIn(message);
    if (cancelled !== undefined) return this.#cancel(cancelled.id, message);
    const era = modern === undefined ? 'legacy' : eraOf(message, {});
    if (era === 'legacy' || modern === undefined) return this.#legacy.receive(message, {});
    if (!isRequest(message)) return;
    if (era !== 'modern') return this.#refuse(message.id, era);
    if (isListen(message)) void this.#listen(message);
    else void this.#ask(message, modern);
  }

  /** Ends all listeners, and releases the connection. */
  async close(): Promise<void> {
    this.#listeners?.close();
    await this.#legacy.close();
  }

  #client(): Pick<LaneClient, 'client' | 'asking'> | undefined {
    const { client } = this.#server;
    if (client === undefined) return undefined;
    const { asking } = this.#peer;
    return { client, asking: asking && ((question) => asking(question.id)) };
  }

  /** An unknown id may belong to a request in the other era, or to an answered one. */
  #cancel(id: RequestId, cancellation: Message): void {
    const underWay = this.#underWay.get(id);
    if (underWay === undefined) return this.#legacy.receive(cancellation, {});
    underWay.cancel(cancellation);
    this.#underWay.delete(id);
  }

  #refuse(id: RequestId, { code, message, data }: { code: number; message: string; data?: unknown }): void {
    void this.#options.send({ jsonrpc: '2.0', id, error: { code, message, data } });
  }

  async #ask(message: Message & { readonly id: RequestId }, modern: ModernOptions): Promise<void> {
    const { id } = message;
    const wire: Wire = { send: (answer) => this.#send(answer, opening), release: () => {} };
    const opening = openModernServer(modern, wire);
    this.#underWay.set(id, {
      cancel: (cancellation) => void opening.then((connected) => this.#end(connected, cancellation)),
    });
    (await opening).receive(message, {});
  }

  async #send(message: Message, server: Promise<ConnectedServer>): Promise<void> {
    const isAnswer = 'result' in message || 'error' in message;
    if (isAnswer && message.id !== undefined) this.#underWay.delete(message.id);
    await this.#options.send(message);
    if (isAnswer) await (await server).close();
  }

  #end(connected: ConnectedServer, cancellation: Message): void {
    connected.receive(cancellation, {});
    void connected.close();
  }

  async #listen(message: ListenRequest): Promise<void> {
    const { id, params } = message;
    const controller = new AbortController();
    const call = {
      auth: this.#options.auth,
      client: clientIn(params?.['_meta'] as Meta),
      signal: controller.signal,
    };
    const before = this.#underWay.get(id);
    const opening = this.#listeners?.open(message, {
      caller: '',
      call,
      send: (notice) => void this.#options.send(notice),
      over: () => this.#underWay.delete(id),
    });
    before?.cancel(message); // A repeated id has one listener.
    const cancel = () => {
      controller.abort();
      void opening?.then((listener) => 'end' in listener && listener.end());
    };
    this.#underWay.set(id, { cancel });
    const opened = await opening;
    if (opened === undefined || !('code' in opened)) return;
    if (opened.limit !== undefined) this.#options.runtime.monitor.exceeded(opened.limit);
    this.#refuse(id, opened);
  }
}

type Meta = Readonly<Record<string, unknown>> | undefined;

/** The maximum number of listening requests of one client. */
const MAX_LISTENERS = 1_000;
