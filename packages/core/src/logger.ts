/** Where the runtime reports what people at the clients must not see; `console` is one. */
export interface PromptLogger {
  error(message: string, cause: unknown): void;
  warn(message: string): void;
}
