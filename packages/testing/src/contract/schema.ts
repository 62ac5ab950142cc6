import type { Schema } from './manifest/manifest.js';

/** The maximum number of references that are followed in a row, because a schema may refer to itself. */
const MAX_REFERENCES = 50;

/**
 * Returns a schema with the properties of the schema that its `$ref` points to. The schema's own properties take
 * precedence. An unresolvable or circular reference adds no properties.
 * @param root the schema that references are resolved in
 */
export function resolveReference<Resolved extends object>(schema: Resolved, root: object): Resolved {
  let found = schema;
  for (let followed = 0; ; followed += 1) {
    const { $ref, ...own } = Object(found) as { readonly $ref?: unknown };
    if (typeof $ref !== 'string') return own as Resolved; // A property's schema may be a boolean.
    found = { ...(followed < MAX_REFERENCES && resolvePointer($ref, root)), ...own } as Resolved;
  }
}

/** The maximum depth of nested alternatives, because a schema may refer back to itself. */
const MAX_DEPTH = 4;

/**
 * Returns a schema merged with its reference and with its alternatives, in the form of generated schemas. For example,
 * `anyOf` an integer and null becomes the types `integer` and `null`, and constants become an `enum`.
 * @param root the schema that references are resolved in
 */
export function resolveAlternatives(schema: Schema, root: Schema, depth = MAX_DEPTH): Schema {
  const own = resolveReference(schema, root);
  if (depth === 0) return own;
  const alternatives = (own.anyOf ?? own.oneOf ?? []).map((each) => resolveAlternatives(each, root, depth - 1));
  const choices = own.enum ?? constantsIn(alternatives);
  const types = own.type ?? typesOf(alternatives, 'const' in own ? [own.const] : choices);
  return {
    ...membersIn(alternatives),
    ...own,
    ...(choices.length > 0 && { enum: choices }),
    ...(types.length > 0 && { type: types }),
  };
}

/** Returns the keywords of an object or a list among the alternatives. */
function membersIn(alternatives: readonly Schema[]): Pick<Schema, 'items' | 'properties' | 'required'> {
  const inner = alternatives.find(({ items, properties }) => items !== undefined || properties !== undefined);
  const { items, properties, required } = inner ?? {};
  return { ...(items && { items }), ...(properties && { properties }), ...(required && { required }) };
}

/** Returns the constants of the alternatives, or none if any alternative accepts other values. */
function constantsIn(alternatives: readonly Schema[]): readonly unknown[] {
  const all = alternatives.map((each) => each.enum ?? ('const' in each ? [each.const] : undefined));
  return all.includes(undefined) ? [] : all.flat();
}

function typesOf(alternatives: readonly Schema[], values: readonly unknown[]): string | readonly string[] {
  const named = alternatives.flatMap(({ type = [] }) => type);
  const [only = '', ...others] = new Set(named.length > 0 ? named : values.map(typeOf));
  return others.length > 0 ? [only, ...others] : only;
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

/** Returns a schema with the keywords of its `$ref`, and with the rules in its `allOf`. */
export function resolveRules(schema: Schema, root: Schema): Schema {
  const { allOf = [], ...own } = resolveReference(schema, root);
  return Object.assign({}, own, ...allOf);
}

/** Resolves a JSON pointer (RFC 6901); returns an empty schema if the pointer has no target. */
function resolvePointer($ref: string, root: object): object {
  const keys = $ref.split('/').slice(1);
  const step = (node: unknown, key: string): unknown => Object(node)[key.replaceAll('~1', '/').replaceAll('~0', '~')];
  return $ref.startsWith('#') ? Object(keys.reduce(step, root)) : {};
}

const BOUNDS: Readonly<Record<string, (value: unknown) => string>> = {
  minimum: (value) => `at least ${String(value)}`,
  exclusiveMinimum: (value) => `more than ${String(value)}`,
  maximum: (value) => `at most ${String(value)}`,
  exclusiveMaximum: (value) => `less than ${String(value)}`,
  multipleOf: (value) => `a multiple of ${String(value)}`,
  minLength: (value) => `at least ${formatCount(value, 'character')}`,
  maxLength: (value) => `at most ${formatCount(value, 'character')}`,
  minItems: (value) => `at least ${formatCount(value, 'item')}`,
  maxItems: (value) => `at most ${formatCount(value, 'item')}`,
};

/** Describes the bounds of a schema: `at least 1 character`. */
export function describeBounds(schema: Schema): string[] {
  return Object.entries(BOUNDS).flatMap(([keyword, describe]) =>
    keyword in schema ? [describe(schema[keyword])] : [],
  );
}

function formatCount(value: unknown, noun: string): string {
  return `${Number(value).toLocaleString('en')} ${noun}${value === 1 ? '' : 's'}`;
}
