import type { Definition } from '../definition/definition.js';
import { callMethod } from '../engine/method-call.js';
import { OutputFault } from '../messages/output-parts.js';
import type { Resource } from '../protocol.js';
import type { Request } from '../request/request.js';
import type { ResourceAddress } from './resource-address.js';
import type { ListStart, ResourceInstance, ResourceInstances } from './resource-handler.js';
import { addressOf } from './resource-kind.js';
import { nameOf } from './resource-name.js';
import type { Lister } from './source-list.js';

/** The list of the resources at the URIs of a class with a template. */
export function instanceLister(definition: Definition, request: Request): Lister {
  const { type } = definition;
  return { key: type, name: type.name, list: (after) => instances(definition, after, request) };
}

async function* instances(
  definition: Definition,
  after: string | undefined,
  request: Request,
): AsyncGenerator<Resource, void> {
  const address = addressOf(definition);
  const { start } = address.template;
  if (after !== undefined && after > start && !after.startsWith(start)) return; // All of its URIs come before that.
  const bind = () => [after?.startsWith(start) ? startAfter(after, address) : undefined, request.context];
  const called = callMethod({ definition, method: 'list', bind, step: 'list' }, request);
  const given = (await request.lifetime.within((async () => called)())) as ResourceInstances;
  if (Array.isArray(given)) yield* given.map((each) => entryOf(each, address)).toSorted(byUri);
  else for await (const each of given as AsyncIterable<ResourceInstance>) yield entryOf(each, address);
}

function startAfter(uri: string, address: ResourceAddress): ListStart {
  return { uri, args: address.plan.readPartly(address.textsIn(uri) ?? {}) };
}

/** @throws {OutputFault} for a resource that cannot be read at the URI that its arguments make */
function entryOf({ args, ...about }: ResourceInstance, address: ResourceAddress): Resource {
  const uri = address.uriOf(args);
  if (address.template.match(uri) === undefined)
    throw new OutputFault('listed a resource without the arguments that its URI is made of');
  const { mimeType } = address.facts;
  return { uri, name: nameOf(uri), ...(mimeType !== undefined && { mimeType }), ...about } as Resource;
}

function byUri(one: Resource, other: Resource): number {
  return one.uri < other.uri ? -1 : Number(one.uri > other.uri);
}
