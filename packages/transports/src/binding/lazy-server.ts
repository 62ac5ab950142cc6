import type { Client, ElicitResult, ServedRuntime } from '@cuecard/core';
import type { Introduction } from '../shared/server-identity.js';
import type { RequestId } from '../jsonrpc/message.js';
import { LazyConnection } from './lazy-connection.js';
import type { Capabilities, ConnectedServer, OpenServer, SdkHandler, SdkServer, Wire } from './sdk-server.js';
import type { Sdk } from './sdk.js';

interface LazyServerOptions {
  readonly sdk: Sdk;
  readonly introduction: Introduction;
  readonly runtime: Pick<ServedRuntime, 'logger' | 'offers'>;
}

/**
 * A server up to 2025-11-25 that creates the SDK's server once a request needs it: loading an SDK is the slowest part
 * of a process's start.
 */
export class LazyServer implements OpenServer {
  readonly isModern = false;
  readonly declaresByClient = true;
  readonly #options: LazyServerOptions;
  readonly #handlers = new Map<string, SdkHandler>();
  #others: Parameters<SdkServer['answerOthers']>[0] | undefined;
  readonly #capabilities: Record<string, object> = {};
  #connection: LazyConnection | undefined;

  constructor(options: LazyServerOptions) {
    this.#options = options;
  }

  get client(): Client | undefined {
    return this.#connection?.client;
  }

  /**
   * The capabilities for a client. Clients that receive prompts as tools are notified of their changes as of prompts.
   */
  capabilitiesFor(client: Client | undefined): Capabilities {
    const declared: Capabilities = this.#capabilities;
    const { tools = declared.prompts } = declared;
    return tools !== undefined && this.#options.runtime.offers('tools', client) ? { ...declared, tools } : declared;
  }

  declare(capabilities: Capabilities): void {
    for (const [name, more] of Object.entries(capabilities))
      this.#capabilities[name] = { ...this.#capabilities[name], ...more };
  }

  answer(method: string, handler: SdkHandler): void {
    this.#handlers.set(method, handler);
  }

  answerOthers(handler: Parameters<SdkServer['answerOthers']>[0]): void {
    this.#others = handler;
  }

  async notify(method: string, params?: Readonly<Record<string, unknown>>, about?: RequestId): Promise<void> {
    await this.#connection?.send({ jsonrpc: '2.0', method, params }, about);
  }

  async elicit(...[form, options]: Parameters<SdkServer['elicit']>): Promise<ElicitResult> {
    const server = await this.#connection?.open();
    if (server === undefined) throw new Error('The client cannot be asked');
    return server.elicit(form, options);
  }

  /** Not reported: a client that cannot be notified has disconnected. */
  report(): void {}

  async connect(wire: Wire): Promise<ConnectedServer> {
    const { introduction, runtime } = this.#options;
    const report = (error: unknown) => runtime.logger.error(failureOf(error), error);
    const welcome = (client: Client) => ({ capabilities: this.capabilitiesFor(client), ...introduction });
    this.#connection = new LazyConnection(wire, { welcome, report, make: () => this.#make() });
    return this.#connection;
  }

  async #make(): Promise<OpenServer> {
    const { sdk, introduction } = this.#options;
    const server = await sdk.open(introduction);
    server.declare(this.capabilitiesFor(this.client));
    for (const [method, handler] of this.#handlers) server.answer(method, handler);
    if (this.#others !== undefined) server.answerOthers(this.#others);
    return server;
  }
}

/** Says why the SDK could not be loaded, with the remedy if it is not installed. */
function failureOf(error: unknown): string {
  const { code, message } = Object(error) as Partial<Record<'code' | 'message', unknown>>;
  const missing = code === 'ERR_MODULE_NOT_FOUND' ? MISSING.exec(String(message))?.groups : undefined;
  return `The SDK could not be loaded${missing === undefined ? '' : `: install it, as with npm install ${missing['name']}`}`;
}

const MISSING = /^Cannot find package '(?<name>(?:@[^/']+\/)?[^/']+)/;
