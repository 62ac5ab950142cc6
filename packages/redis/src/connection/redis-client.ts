/** What is used of a client of `@redis/client` or `redis`: it is duplicated, and itself left alone. */
export interface RedisClient {
  readonly options?: { readonly socket?: object | undefined } | undefined;
  duplicate(overrides?: object): RedisConnection;
}

/** A duplicate. */
export interface RedisConnection {
  connect(): Promise<unknown>;
  sendCommand(args: readonly string[]): Promise<unknown>;
  on(event: 'error', listener: (error: unknown) => void): unknown;
  destroy(): void;
}
