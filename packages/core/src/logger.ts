/** Where the runtime reports what people at the clients must not see, and prompts what they log; `console` is one. */
export interface PromptLogger {
  error(message: string, cause: unknown): void;
  warn(message: string, data?: unknown): void;
  info?(message: string, data?: unknown): void;
  debug?(message: string, data?: unknown): void;
}
