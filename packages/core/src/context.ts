import type { Awaitable } from './types.js';

/** What is known of the client that asks. */
export interface Client {
  /** The revision of the protocol that is spoken with it, such as `2025-06-18`. */
  readonly revision: string;
  readonly name?: string | undefined;
  readonly version?: string | undefined;
  /** What it says that it can do, as it says it. */
  readonly capabilities?: Readonly<Record<string, unknown>> | undefined;
}

/** What a caller of the runtime may say about a request. */
export interface CallOptions {
  /** Aborts when nobody waits for the answer any more. */
  readonly signal?: AbortSignal | undefined;
  /**
   * Who asks: what the client's revision does not know is left out of the answer, or said in text.
   * @default a client that knows everything, as a caller in process does
   */
  readonly client?: Client | undefined;
}

/** What a prompt knows of the request that it answers. */
export interface PromptContext {
  /** Aborts when the client cancels, or when `limits.renderMs` is over. Hand it to whatever you wait for. */
  readonly signal: AbortSignal;
  /** Who asks, as far as it is known. */
  readonly client: Client | undefined;
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
