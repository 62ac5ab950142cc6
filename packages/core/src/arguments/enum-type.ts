import { type ArgumentType, type Reading, refusal } from './argument-type.js';
import type { EnumObject } from './arg.js';
import type { JsonSchema, SchemaDefinitions } from '../json-schema.js';
import { SCALAR_TYPES } from './scalar-types.js';
import { enumValues } from '../validation/rule-descriptions.js';

/** One of the values of an enum. */
export class EnumType implements ArgumentType {
  readonly rule = 'isEnum';
  readonly expected: string;
  readonly values: readonly unknown[];
  /** The common type of its values. */
  readonly base: ArgumentType;

  constructor(entity: EnumObject, base: ArgumentType) {
    this.values = enumValues(entity);
    this.expected = `one of ${this.values.join(', ')}`;
    this.base = base;
  }

  read(value: unknown, reading: Reading): unknown {
    const read = this.base.read(value, { ...reading, faults: [] });
    if (this.values.includes(read)) return read;
    reading.faults.push(refusal(this, reading.path));
    return undefined;
  }

  write(value: unknown): unknown {
    return this.base.write(value);
  }

  schema(definitions: SchemaDefinitions): JsonSchema {
    return { ...this.base.schema(definitions), enum: [...this.values] };
  }
}

/** Whether a value is a compiled enum, or a constant object like one. */
export function isEnum(declared: unknown): declared is EnumObject {
  if (typeof declared !== 'object' || declared === null || Array.isArray(declared)) return false;
  const values: unknown[] = Object.values(declared);
  return values.length > 0 && values.every((value) => typeof value === 'string' || typeof value === 'number');
}

/** The common type of an enum's values; `undefined` if there are several. */
export function baseOf(entity: EnumObject): ArgumentType | undefined {
  const types = new Set(enumValues(entity).map((value) => SCALAR_TYPES.get(value?.constructor)));
  return types.size === 1 ? [...types][0] : undefined;
}
