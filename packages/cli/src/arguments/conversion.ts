/** A text as the type that a schema asks for; as it is where it is none, so that the server says what is wrong. */
export function converted(value: string, schema: ArgumentSchema): unknown {
  if (hasType(schema, 'string')) return value;
  if (hasType(schema, 'number') || hasType(schema, 'integer')) return value.trim() === '' ? value : numberOr(value);
  if (hasType(schema, 'boolean')) return BOOLEANS.get(value.toLowerCase()) ?? value;
  return hasType(schema, 'object') || hasType(schema, 'array') ? jsonOr(value) : value;
}

const BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['yes', true],
  ['false', false],
  ['no', false],
]);

function numberOr(value: string): unknown {
  const number = Number(value);
  return Number.isNaN(number) ? value : number;
}

function jsonOr(value: string): unknown {
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

/** Whether a schema takes values of a type. */
export function hasType({ type }: ArgumentSchema, wanted: string): boolean {
  return Array.isArray(type) ? type.includes(wanted) : type === wanted;
}

/** A JSON Schema, as far as commands look into it. */
export interface ArgumentSchema {
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly default?: unknown;
  readonly enum?: readonly unknown[];
  readonly items?: ArgumentSchema;
  readonly properties?: Readonly<Record<string, ArgumentSchema>>;
  readonly required?: readonly string[];
  readonly $ref?: string;
  readonly const?: unknown;
  readonly anyOf?: readonly ArgumentSchema[];
  readonly oneOf?: readonly ArgumentSchema[];
}

/** Returns what a `$ref` within a schema points to (RFC 6901); an empty schema if it points to nothing or elsewhere. */
export function referred($ref: string, root: object): object {
  const keys = $ref.split('/').slice(1);
  const step = (node: unknown, key: string): unknown => Object(node)[key.replaceAll('~1', '/').replaceAll('~0', '~')];
  return $ref.startsWith('#') ? Object(keys.reduce(step, root)) : {};
}
