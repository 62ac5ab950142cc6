import type { Awaitable } from './types.js';

/** What a caller of the runtime may say about a request. */
export interface CallOptions {
  /** Aborts when nobody waits for the answer any more. */
  readonly signal?: AbortSignal | undefined;
}

/** What a prompt knows of the request that it answers. */
export interface PromptContext {
  /** Aborts when the client cancels, or when `limits.renderMs` is over. Hand it to whatever you wait for. */
  readonly signal: AbortSignal;
  /** Calls `cleanup` once the request is over, however it ended; the last one given is called first. */
  defer(cleanup: () => Awaitable<void>): void;
}

/** What a completer knows besides what was typed. */
export interface CompletionContext<Args extends object = object> extends PromptContext {
  /**
   * The arguments that have been given already, as far as the client tells: converted where that is possible, and as the
   * client sent them where not.
   */
  readonly arguments: Readonly<Partial<Args>>;
}
