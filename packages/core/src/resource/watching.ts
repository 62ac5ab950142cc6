import type { Operation } from '../engine/operation.js';
import type { Logger } from '../logging/logger.js';
import type { EmptyResult, SubscribeParams } from '../protocol.js';
import type { Request } from '../request/request.js';
import { readerOf } from './resource-kind.js';
import type { ResourceReader } from './resource-reader.js';

interface WatchingOptions {
  /** Called when the resource has changed. */
  readonly notify: () => void;
  /** Whether clients may still read what a reader reads. */
  readonly isServed: (reader: ResourceReader) => boolean;
  readonly logger: Logger;
}

/** The watch of one subscription, which begins as every request does: past `prepare` and the interceptors. */
export class Watching implements Operation<SubscribeParams, EmptyResult> {
  readonly method = 'resources/subscribe';
  readonly #options: WatchingOptions;
  #end: (() => unknown) | undefined;

  constructor(options: WatchingOptions) {
    this.#options = options;
  }

  async answer({ uri }: SubscribeParams, request: Request): Promise<EmptyResult> {
    if (uri !== request.asked) request.redirect(uri);
    const { definition, asked } = request;
    if (definition === undefined || asked === undefined) throw request.unknown();
    const reader = readerOf(definition);
    request.step = 'call';
    this.#end = await reader.watch?.(asked, () => this.#notify(reader), request.context);
    if (request.lifetime.isOver) this.end(); // The watch began too late.
    return {};
  }

  recheck(): EmptyResult {
    return {};
  }

  end(): void {
    const end = this.#end;
    this.#end = undefined;
    const failed = (error: unknown) => this.#options.logger.error('A watch on a resource failed to end', error);
    void new Promise((resolve) => resolve(end?.())).catch(failed);
  }

  /** A resource that has been taken from the server changes for no client. */
  #notify(reader: ResourceReader): void {
    if (this.#options.isServed(reader)) this.#options.notify();
    else this.end();
  }
}
