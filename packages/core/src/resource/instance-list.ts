import type { Definition } from '../definition/definition.js';
import { callMethod } from '../engine/invocation.js';
import { InvalidArgumentsError } from '../errors.js';
import { OutputFault } from '../messages/output-parts.js';
import { isRecord } from '../output/shape.js';
import type { Resource } from '../protocol.js';
import type { Request } from '../request/request.js';
import type { ListStart, ResourceInstance, ResourceInstances } from './resource-handler.js';
import { addressOf } from './resource-kind.js';
import { nameOf } from './resource-address.js';

/** The resources at the URIs of a class with a template, after the one at a URI. */
export async function* instances(
  definition: Definition,
  after: string | undefined,
  request: Request,
): AsyncGenerator<Resource, void> {
  const { type } = definition;
  const begin = after === undefined ? undefined : await startAfter(after, definition, request);
  const bind = () => [begin, request.context];
  const output = (await callMethod({ definition, method: 'list', bind, step: 'list' }, request)) as ResourceInstances;
  const toEntry = (each: ResourceInstance) => entryOf(each, definition);
  if (Array.isArray(output)) {
    if (output.length > MAX_INSTANCES)
      throw new OutputFault(`has an array of more than ${MAX_INSTANCES} resources of ${type.name}: ${LESS}`);
    const entries = output.map(toEntry).filter(({ uri }) => uri > (after ?? ''));
    yield* entries.toSorted((one, other) => (one.uri < other.uri ? -1 : Number(one.uri > other.uri)));
  } else if (isIterable(output)) for await (const each of output) yield toEntry(each);
  else throw new OutputFault(`has no array or async iterable of ${type.name}, which list() must return`);
}

/** The maximum number of instances in an array. An iterable yields only the instances of a page. */
const MAX_INSTANCES = 100_000;

const LESS = 'yield them from an async iterable';

function isIterable(output: ResourceInstances | undefined): output is AsyncIterable<ResourceInstance> {
  return Object(output)[Symbol.asyncIterator] !== undefined || Object(output)[Symbol.iterator] !== undefined;
}

/** The start of a list; `undefined` for a forged one, whose URI is of another class or breaks a rule. */
async function startAfter(uri: string, definition: Definition, request: Request): Promise<ListStart | undefined> {
  const address = addressOf(definition);
  const texts = address.textsIn(uri);
  if (texts === undefined) return undefined;
  try {
    return { uri, args: await request.within(address.plan.bind(texts, request.binding(definition.name, 'text'))) };
  } catch (error) {
    if (error instanceof InvalidArgumentsError) return undefined;
    throw error;
  }
}

/** @throws {OutputFault} for a resource that cannot be read at the URI that its arguments make */
function entryOf(instance: ResourceInstance, definition: Definition): Resource {
  const address = addressOf(definition);
  const { args, ...about }: Partial<ResourceInstance> = isRecord(instance) ? instance : {};
  const uri = isRecord(args) ? address.uriOf(args) : '';
  if (address.template.match(uri) === undefined)
    throw new OutputFault(`has a resource of ${definition.type.name} without the \`args\` that its URI is made of`);
  const { mimeType } = address.facts;
  return { name: nameOf(uri), ...(mimeType !== undefined && { mimeType }), ...about, uri } as Resource;
}
