import { listedValues } from '../arguments/listed-values.js';
import type { JsonSchema } from '../json-schema.js';
import { isObject } from '../text/option-kinds.js';
import type { FormField, TitledValue } from '../protocol.js';

/** A choice among the values that a schema lists. */
interface Choosing {
  readonly schema: JsonSchema;
  /** What is shown instead of values. */
  readonly titles: Readonly<Record<string, string>> | undefined;
}

/**
 * A choice of one value; `undefined` if the schema lists none.
 * @param hasOptions whether clients know options with titles, as since 2025-11-25
 */
export function choiceOfOne({ schema, titles }: Choosing, hasOptions: boolean): FormField | undefined {
  const values = listedValues(schema);
  if (values === undefined) return undefined;
  const initial = schema['default'] === undefined ? {} : { default: String(schema['default']) };
  if (titles === undefined) return { type: 'string', enum: [...values], ...initial };
  const options = titled(values, titles);
  if (hasOptions) return { type: 'string', oneOf: options, ...initial };
  return { type: 'string', enum: [...values], enumNames: options.map(({ title }) => title), ...initial };
}

/**
 * A choice of several values, which clients support since 2025-11-25; `undefined` if the schema is not a list of listed
 * values.
 * @param isRequired whether the user must choose something: some clients send an empty array otherwise
 */
export function choiceOfSeveral(
  { schema, titles }: Choosing,
  isRequired: boolean,
): (FormField & { type: 'array' }) | undefined {
  const { type, items, maxItems, default: initial } = schema;
  const minItems = schema['minItems'] ?? (isRequired ? 1 : undefined);
  const values = type === 'array' && isObject(items) ? listedValues(items as JsonSchema) : undefined;
  if (values === undefined) return undefined;
  const choice = {
    type: 'array' as const,
    ...(typeof minItems === 'number' && { minItems }),
    ...(typeof maxItems === 'number' && { maxItems }),
    ...(Array.isArray(initial) && { default: initial.map(String) }),
  };
  if (titles === undefined) return { ...choice, items: { type: 'string', enum: [...values] } };
  return { ...choice, items: { anyOf: titled(values, titles) } };
}

function titled(values: readonly string[], titles: Readonly<Record<string, string>>): TitledValue[] {
  return values.map((value) => ({ const: value, title: Object.hasOwn(titles, value) ? String(titles[value]) : value }));
}
