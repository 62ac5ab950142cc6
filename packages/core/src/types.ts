export type Awaitable<T> = T | Promise<T>;

/** A class that is constructed without arguments. */
export type Class<T extends object = object> = new () => T;
