import type { Operation } from '../engine/operation.js';
import type { Logger } from '../logging/logger.js';
import type { EmptyResult, SubscribeParams } from '../protocol.js';
import type { Request } from '../request/request.js';
import { readerOf } from './resource-kind.js';
import type { ResourceReader } from './resource-reader.js';

interface WatchingOptions {
  /** Called when the resource changes. */
  readonly notify: () => void;
  /** Whether clients may still read the reader's resources. */
  readonly isServed: (reader: ResourceReader) => boolean;
  readonly logger: Logger;
}

/** The watch of one subscription. It starts like any request, after `prepare` and the interceptors. */
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
    this.end(); // An interceptor may ask twice.
    this.#end = await reader.watch?.(asked, () => this.#notify(reader), request.context);
    if (request.lifetime.isOver) this.end(); // The watch started too late.
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

  /** For clients, a resource that is no longer served does not change. */
  #notify(reader: ResourceReader): void {
    if (this.#options.isServed(reader)) this.#options.notify();
    else this.end();
  }
}
