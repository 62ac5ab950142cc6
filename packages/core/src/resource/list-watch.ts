import type { Definition } from '../definition/definition.js';
import { isPending } from '../pending.js';
import { Request, type RuntimeServices } from '../request/request.js';
import type { Awaitable } from '../types.js';
import type { ResourceHandler } from './resource-handler.js';
import { readerOf, RESOURCE } from './resource-kind.js';

/**
 * Watches the list of a reader or of a class that can; returns the function that ends this. What fails is logged.
 * @param services those of the runtime as they are then
 */
export function watchList(definition: Definition, changed: () => void, services: () => RuntimeServices): () => void {
  const { name } = definition.type;
  const failedTo = (work: string) => (error: unknown) =>
    services().logger.error(`${name} failed to ${work} its list`, error);
  const begun = attempt(() => begin(definition, changed, services()), failedTo('watch'));
  return () => void attempt(async () => (await begun)?.(), failedTo('end the watch on'));
}

type End = (() => unknown) | undefined;

function begin(definition: Definition, changed: () => void, services: RuntimeServices): Awaitable<End> {
  return definition.instance === undefined
    ? beginClass(definition, changed, services)
    : readerOf(definition).watchList?.(changed);
}

/** A class is constructed as for a request, which no client has sent. */
async function beginClass(
  { type, resolver }: Definition,
  changed: () => void,
  services: RuntimeServices,
): Promise<End> {
  const subjectOf = () => `The watch on the list of ${type.name}`;
  const construct = resolver ?? services.resolver;
  const target = { kind: RESOURCE.name, name: undefined, source: undefined, subjectOf };
  const request = new Request(target, services, services.limits.readMs, {});
  try {
    request.step = 'construct';
    const pending = construct(type, request.context);
    const handler = isPending(pending) ? await request.lifetime.within(pending) : pending;
    request.step = 'call';
    const end = await (handler as ResourceHandler).watchList?.(changed);
    request.end();
    return end;
  } catch (error) {
    request.fail(error); // Which logs it.
    return undefined;
  }
}

/** Does work that may fail, at once or later. */
async function attempt<T>(work: () => Awaitable<T>, failed: (error: unknown) => void): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    failed(error);
    return undefined;
  }
}
