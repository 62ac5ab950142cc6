import { type JsonSchema, resolved } from '../calls/json-schema.js';

/** Where a text stands in arguments: the name of the argument, and names and indexes inside of it. */
export type Place = readonly [argument: string, ...inside: (string | number)[]];

/**
 * The places of all texts; one that takes only a few values is tried, too, and refuses the rest. What the sample lacks is
 * reached where it is an argument of its own.
 */
export function textPlaces(root: JsonSchema, sample: Readonly<Record<string, unknown>>): readonly Place[] {
  return Object.entries(root.properties ?? {}).flatMap(([name, schema]) => {
    return pathsIn({ schema, root }, sample[name]).map((path): Place => [name, ...path]);
  });
}

interface Placed {
  readonly schema: JsonSchema;
  readonly root: JsonSchema;
}

function pathsIn({ schema: given, root }: Placed, value: unknown): readonly (string | number)[][] {
  const schema = resolved(given, root);
  if (schema.type === 'string') return [[]];
  if (schema.type === 'array' && schema.items !== undefined) {
    const { items: item } = schema;
    const items: readonly unknown[] = Array.isArray(value) ? value : textItems(resolved(item, root));
    return items.flatMap((each, index) => below(index, pathsIn({ schema: item, root }, each)));
  }
  const members = Object.entries(schema.properties ?? {}).filter(([name]) => Object.hasOwn(Object(value), name));
  return members.flatMap(([name, each]) => below(name, pathsIn({ schema: each, root }, Object(value)[name])));
}

/** A list that is absent is tried with one text. */
function textItems({ type }: JsonSchema): readonly unknown[] {
  return type === 'string' ? [undefined] : [];
}

function below(step: string | number, paths: readonly (string | number)[][]): (string | number)[][] {
  return paths.map((path) => [step, ...path]);
}

/** A copy of the arguments with a text at a place. */
export function withText<Value>(value: Value, [step, ...rest]: readonly (string | number)[], text: string): Value {
  if (step === undefined) return text as Value;
  const copy = typeof step === 'number' ? [...((value as Iterable<unknown> | undefined) ?? [])] : { ...Object(value) };
  copy[step] = withText(copy[step], rest, text);
  return copy as Value;
}
