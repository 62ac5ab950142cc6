/** Where the runtime reports what people at the clients must not see, and prompts what they log; `console` is one. */
export interface PromptLogger {
  /** `cause` is left out where there is none. */
  error(message: string, cause?: unknown): void;
  warn(message: string, data?: unknown): void;
  info?(message: string, data?: unknown): void;
  debug?(message: string, data?: unknown): void;
}

/** A second argument for a logger: none where there is nothing to tell, for `console` would write "undefined". */
export function given<T>(told: T | undefined): [T] | [] {
  return told === undefined ? [] : [told];
}
