// Nest calls these hooks of everything when an application starts and ends; a provider that comes or goes meanwhile has
// its own at that time.
const AT_START = ['onModuleInit', 'onApplicationBootstrap'];
const AT_END = ['onModuleDestroy', 'beforeApplicationShutdown', 'onApplicationShutdown'];

/** Calls the hooks of a start on a provider that came later. */
export function started(instance: object): Promise<void> {
  return callEach(AT_START, instance);
}

/** Calls the hooks of an end on a provider that goes earlier. */
export function ended(instance: object): Promise<void> {
  return callEach(AT_END, instance);
}

async function callEach(hooks: readonly string[], instance: object): Promise<void> {
  for (const hook of hooks) {
    const method: unknown = Reflect.get(instance, hook);
    if (typeof method === 'function') await method.call(instance);
  }
}
