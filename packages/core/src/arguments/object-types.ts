import { plainToInstance } from 'class-transformer';
import {
  type ArgumentType,
  type ObjectPlan,
  ORIGINS,
  type ReadContext,
  refusal,
  type Origin,
  type TypedArgument,
  type ValueType,
} from './argument-type.js';
import { isObject } from '../text/option-kinds.js';
import type { JsonSchema, SchemaDefinitions } from '../json-schema.js';
import type { Class } from '../types.js';
import { type ArgumentFault, FAULTS_REPORTED } from '../errors.js';
import type { EnumObject } from './arg.js';
import { SCALAR_TYPES, parseJson } from './scalar-types.js';
import { enumValues } from './rule-descriptions.js';

const OBJECT = { rule: 'isObject', expected: 'a JSON object' };

const OBJECTS: ValueType = {
  name: 'Object',
  is: isObject,
  samples: [{}, { a: 1 }],
  textRules: ['isJson'],
  notation: { write: () => '{}', isAsRead: true },
};

/** A class that has arguments, read by its plan. */
export class NestedType implements ArgumentType {
  readonly rule = OBJECT.rule;
  readonly expected = OBJECT.expected;
  readonly valueType = OBJECTS;
  readonly type: Class;
  readonly #plan: () => ObjectPlan;

  /** The plan is resolved lazily, because a class may refer to itself. */
  constructor(type: Class, plan: () => ObjectPlan) {
    this.type = type;
    this.#plan = plan;
  }

  /** The plan of its class. */
  get plan(): ObjectPlan {
    return this.#plan();
  }

  read(value: unknown, reading: ReadContext): unknown {
    const object = toObject(value, reading);
    if (object === undefined) return undefined;
    const origin = reading.origin === 'text' ? 'json' : reading.origin;
    return this.plan.read(object, { ...reading, origin, path: `${reading.path}.` });
  }

  write(value: unknown): unknown {
    return this.plan.write(value as object); // It has been read.
  }

  schema(definitions: SchemaDefinitions): JsonSchema {
    return definitions.refer(this.plan);
  }
}

/** An argument of a class, or of a class that its arguments have as types. */
interface ReachableArgument {
  /** The plan of the class that declares it. */
  readonly owner: ObjectPlan;
  readonly argument: TypedArgument;
  /** The type of its value, or of the items of its value. */
  readonly type: ArgumentType;
}

/** The arguments of a class, and those of the classes that their types refer to, directly or indirectly; each once. */
export function reachableArguments(plan: ObjectPlan, seen = new Set<ObjectPlan>()): ReachableArgument[] {
  if (seen.has(plan)) return [];
  seen.add(plan);
  return plan.arguments.flatMap((argument) => {
    const type = argument.type instanceof ListType ? argument.type.items : argument.type;
    const inner = type instanceof NestedType ? reachableArguments(type.plan, seen) : [];
    return [{ owner: plan, argument, type }, ...inner];
  });
}

/** A class without `@Arg()`: constructed by class-transformer, validated by its class-validator rules. */
export class ForeignType implements ArgumentType {
  readonly rule = OBJECT.rule;
  readonly expected = OBJECT.expected;
  readonly valueType = OBJECTS;
  readonly type: Class;

  constructor(type: Class) {
    this.type = type;
  }

  read(value: unknown, reading: ReadContext): unknown {
    const isValue = ORIGINS[reading.origin].names === 'property';
    if (isValue && value instanceof this.type) return value;
    const object = toObject(value, reading);
    if (object === undefined) return undefined;
    try {
      if (isValue || !isTooWide(object)) return plainToInstance(this.type, object);
    } catch {
      // A `@Transform` that did not expect such a value.
    }
    reading.faults.push(refusal(this, reading.path));
    return undefined;
  }

  write(value: unknown): unknown {
    return value;
  }

  schema(): JsonSchema {
    return { type: 'object' };
  }
}

/** The maximum number of members of an object: class-transformer takes more than linear time for them. */
const MAX_MEMBERS = 2_000;

function isTooWide(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const members: unknown[] = Object.values(value);
  return (members.length > MAX_MEMBERS && !Array.isArray(value)) || members.some(isTooWide);
}

function toObject(value: unknown, { origin, path, faults, maxDepth }: ReadContext): object | undefined {
  const isText = origin === 'text' || (origin === 'sent' && typeof value === 'string');
  const object = isText ? parseJson(String(value), maxDepth) : value;
  if (isObject(object)) return object;
  faults.push(refusal(OBJECT, path));
  return undefined;
}

/** The maximum number of items of a list: `@ArrayUnique()` compares all pairs of items. */
export const MAX_ITEMS = 10_000;
type RefusalInput = Parameters<typeof refusal>[0];

const NOT_ARRAY = { rule: 'isArray', expected: 'an array' };
const TOO_LONG = { rule: 'arrayMaxSize', expected: `a list of at most ${MAX_ITEMS} items` };

const ARRAYS: ValueType = {
  name: 'Array',
  is: Array.isArray,
  samples: [[], ['a'], [1], [{}]],
  textRules: ['isJson'],
  notation: { write: () => '[]', isAsRead: true }, // Any array can be written as JSON; writing a large one takes time.
};

/** An array whose items have one type. */
export class ListType implements ArgumentType {
  readonly rule = 'isArray';
  readonly valueType = ARRAYS;
  readonly expected: string;
  readonly items: ArgumentType;
  readonly #areScalars: boolean;

  constructor(items: ArgumentType, areScalars: boolean) {
    this.items = items;
    this.#areScalars = areScalars;
    this.expected = areScalars ? 'a comma-separated list or a JSON array' : 'a JSON array';
  }

  read(value: unknown, reading: ReadContext): unknown {
    const { path, faults } = reading;
    const [items, origin] = this.#itemsOf(value, reading);
    const requiredType = this.#requiredType(items, reading.origin);
    if (items === undefined || requiredType !== undefined) {
      faults.push(refusal(requiredType ?? this, path));
      return undefined;
    }
    const read: unknown[] = [];
    for (const [index, item] of items.entries()) {
      const itemPath = `${path}[${index}]`;
      if (origin === 'text' && item === '') faults.push(emptyItem(itemPath));
      else read.push(this.items.read(item, { ...reading, origin, path: itemPath }));
      if (faults.length > FAULTS_REPORTED) return undefined;
    }
    return read;
  }

  /** The type that a rejected value should have; `undefined` if the list is accepted, or the text is not a list. */
  #requiredType(items: readonly unknown[] | undefined, origin: Origin): RefusalInput | undefined {
    const { names, keepsEmpty, isFromHandler } = ORIGINS[origin];
    if (items === undefined) return keepsEmpty ? NOT_ARRAY : undefined;
    return names === 'wire' && !isFromHandler && items.length > MAX_ITEMS ? TOO_LONG : undefined;
  }

  write(value: unknown): unknown {
    return (value as readonly unknown[]).map((item) => this.items.write(item)); // It has been read.
  }

  schema(definitions: SchemaDefinitions): JsonSchema {
    return { type: 'array', items: this.items.schema(definitions) };
  }

  #itemsOf(value: unknown, { origin, maxDepth }: ReadContext): Items {
    if (origin === 'text') return this.#parse(String(value).trim(), 'json', maxDepth);
    if (origin !== 'sent' || typeof value !== 'string') return [Array.isArray(value) ? value : undefined, origin];
    const text = value.trim();
    // An empty string is a value, but not a list.
    return text === '' ? [undefined, origin] : this.#parse(text, origin, maxDepth);
  }

  /** @param jsonOrigin the origin of the items of a JSON array */
  #parse(text: string, jsonOrigin: Origin, maxDepth: number): Items {
    if (!text.startsWith('[')) return [this.#areScalars ? splitList(text) : undefined, 'text'];
    const json = parseJson(text, maxDepth);
    return [Array.isArray(json) ? json : undefined, jsonOrigin];
  }
}

/** The items of a list, and their origin; `undefined` if the value is not a list. */
type Items = [readonly unknown[] | undefined, Origin];

/** Splits a list at its commas. A trailing comma adds no item. */
function splitList(text: string): string[] {
  return text === ''
    ? []
    : text
        .replace(/,$/, '')
        .split(',')
        .map((part) => part.trim());
}

/** The fault of two commas in a row, which are probably a slip. An item that is an empty string must be written as JSON. */
function emptyItem(path: string): ArgumentFault {
  return { argument: path, rule: 'isNotEmpty', message: `${path} must not be empty`, expected: 'not empty' };
}

/** One of the values of an enum. */
export class EnumType implements ArgumentType {
  readonly rule = 'isEnum';
  readonly expected: string;
  readonly values: readonly unknown[];
  readonly valueType: ValueType;
  /** The common type of its values. */
  readonly base: ArgumentType;

  constructor(entity: EnumObject, base: ArgumentType) {
    this.values = enumValues(entity);
    this.expected = `one of ${this.values.join(', ')}`;
    this.base = base;
    const is = (value: unknown) => this.values.includes(value);
    this.valueType = { ...base.valueType, samples: this.values, areComplete: true, is };
  }

  read(value: unknown, reading: ReadContext): unknown {
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
export function enumBase(entity: EnumObject): ArgumentType | undefined {
  const types = new Set(enumValues(entity).map((value) => SCALAR_TYPES.get(value?.constructor)));
  return types.size === 1 ? [...types][0] : undefined;
}
