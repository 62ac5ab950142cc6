export type Awaitable<T> = T | Promise<T>;

/** A class that is constructed without arguments. */
export type Class<T extends object = object> = new () => T;

/** A class whose constructor parameters are injected. */
// oxlint-disable-next-line no-explicit-any -- containers type their tokens so; `never[]` would not fit them
export type InjectableClass<T = unknown> = new (...dependencies: any[]) => T;

/** A class, possibly abstract, that identifies a service in dependency injection. */
// oxlint-disable-next-line no-explicit-any -- as above
export type ServiceToken<T = unknown> = abstract new (...dependencies: any[]) => T;
