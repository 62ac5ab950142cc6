import { type definePrompt, RequestError, Runtime, type RuntimeOptions } from '@cuecard/core';
import {
  type ConnectedServer,
  createHandlerWith,
  type HandlerOptions,
  type HttpHandler,
  type Message,
  type OpenServer,
  type RequestId,
  type Sdk,
  type SdkHandler,
  type Sender,
  type Wire,
} from '@cuecard/transports';

/** An SDK that does what adapters need of one, and checks nothing. */
const plainSdk: Sdk = { open: async () => new PlainServer() };

/** A server that answers what it is asked. */
export class PlainServer implements OpenServer, ConnectedServer {
  readonly isModern = false;
  readonly client: undefined;
  readonly #handlers = new Map<string | undefined, SdkHandler>();
  #wire: Wire | undefined;

  constructor() {
    this.answer('initialize', async () => ({}));
  }

  get isConnected(): boolean {
    return this.#wire !== undefined;
  }

  declare(): void {}

  answer(method: string, handler: SdkHandler): void {
    this.#handlers.set(method, handler);
  }

  answerOthers(): void {}

  async notify(method: string, params?: Message['params'], about?: RequestId): Promise<void> {
    await this.#wire?.send({ jsonrpc: '2.0', method, params }, about);
  }

  async elicit(): Promise<never> {
    throw new Error('Nobody is there');
  }

  report(): void {}

  async connect(wire: Wire): Promise<ConnectedServer> {
    this.#wire = wire;
    return this;
  }

  receive({ id, method, params }: Message, sender: Sender): void {
    if (id === undefined) return;
    const request = {
      id,
      signal: new AbortController().signal,
      sessionId: this.#wire?.sessionId,
      meta: params?.['_meta'] as { progressToken?: RequestId } | undefined,
      auth: sender.identity,
      revision: sender.revision,
      hold: sender.hold,
    };
    const handler = this.#handlers.get(method);
    const answer = handler?.(params, request) ?? Promise.reject(new RequestError('Method not found', { code: -32601 }));
    void answer.then(
      (result) => this.#wire?.send({ jsonrpc: '2.0', id, result } as Message),
      ({ code, message }: RequestError) => this.#wire?.send({ jsonrpc: '2.0', id, error: { code, message } }),
    );
  }

  async close(): Promise<void> {
    this.#wire?.release();
  }
}

const silent = { error() {}, warn() {}, info() {}, debug() {} };

/** A runtime that says nothing to anybody else. */
export function runtimeOf(
  prompts: ReturnType<typeof definePrompt>[] = [],
  limits: RuntimeOptions['limits'] = {},
): Runtime {
  return new Runtime({ prompts, limits, logger: silent });
}

/** A whole server. */
export function serverOf(options: Partial<HandlerOptions> = {}, runtime = runtimeOf()): HttpHandler {
  return createHandlerWith(plainSdk)(runtime, { name: 'x', version: '1', ...options });
}
