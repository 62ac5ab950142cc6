import type { Schema } from '@cuecard/testing/contract';

/** A text as the type that a schema asks for; as it is where it is none, so that the server says what is wrong. */
export function converted(value: string, schema: Schema): unknown {
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
export function hasType({ type }: Schema, wanted: string): boolean {
  return Array.isArray(type) ? type.includes(wanted) : type === wanted;
}
