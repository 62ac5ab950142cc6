import { plainToInstance } from 'class-transformer';
import {
  type ArgumentType,
  type ObjectPlan,
  ORIGINS,
  type ReadContext,
  addTypeFault,
  type Origin,
  type TypedArgument,
} from './argument-type.js';
import { isObject } from '../text/option-kinds.js';
import type { JsonSchema, SchemaDefinitions } from '../json-schema.js';
import type { Class } from '../types.js';
import { type ArgumentFault, MAX_FAULTS } from '../errors.js';
import { parseJson } from './scalar-types.js';

/** A type whose values clients send as JSON objects. */
export abstract class ObjectType implements ArgumentType {
  readonly rule = 'isObject';
  readonly expected = 'a JSON object';
  readonly jsType = 'Object';
  readonly isObject = true;
  readonly samples = [{}, { a: 1 }];
  readonly textRules = ['isJson'];
  readonly is = isObject;
  readonly type: Class;

  constructor(type: Class) {
    this.type = type;
  }

  abstract read(value: unknown, reading: ReadContext): unknown;
  abstract write(value: unknown): unknown;
  abstract schema(definitions: SchemaDefinitions): JsonSchema;

  textOf(): string {
    return '{}';
  }

  /**
   * Returns the object, parsed if it was sent as a string. Adds a fault and returns `undefined` if it is not an object.
   */
  protected parse(value: unknown, reading: ReadContext): object | undefined {
    const { origin, maxDepth } = reading;
    const isText = origin === 'text' || (origin === 'sent' && typeof value === 'string');
    const object = isText ? parseJson(String(value), maxDepth) : value;
    return isObject(object) ? object : addTypeFault(this, reading);
  }
}

export class NestedType extends ObjectType {
  readonly #plan: () => ObjectPlan;

  /** @param plan returns the plan once it is compiled, because a class may refer to itself */
  constructor(type: Class, plan: () => ObjectPlan) {
    super(type);
    this.#plan = plan;
  }

  get plan(): ObjectPlan {
    return this.#plan();
  }

  read(value: unknown, reading: ReadContext): unknown {
    const object = this.parse(value, reading);
    if (object === undefined) return undefined;
    const origin = reading.origin === 'text' ? 'json' : reading.origin;
    return this.plan.read(object, { ...reading, origin, path: `${reading.path}.` });
  }

  write(value: unknown): unknown {
    return this.plan.write(value as object); // The value has been read by this type.
  }

  schema(definitions: SchemaDefinitions): JsonSchema {
    return definitions.reference(this.plan);
  }
}

/** An argument of the root class, or of a class that the type of another argument refers to. */
interface ReachableArgument {
  readonly owner: ObjectPlan;
  readonly argument: TypedArgument;
  /** The type of the argument's value, or of the items if the value is a list. */
  readonly type: ArgumentType;
}

/** Returns the arguments of a class and of all classes that it refers to, each once. */
export function reachableArguments(plan: ObjectPlan, seen = new Set<ObjectPlan>()): ReachableArgument[] {
  if (seen.has(plan)) return [];
  seen.add(plan);
  return plan.arguments.flatMap((argument) => {
    const type = argument.type.items ?? argument.type;
    const inner = type instanceof NestedType ? reachableArguments(type.plan, seen) : [];
    return [{ owner: plan, argument, type }, ...inner];
  });
}

/** A class without `@Arg` properties. class-transformer constructs it, and its class-validator rules apply. */
export class ForeignType extends ObjectType {
  read(value: unknown, reading: ReadContext): unknown {
    const isValue = ORIGINS[reading.origin].names === 'property';
    if (isValue && value instanceof this.type) return value;
    const object = this.parse(value, reading);
    if (object === undefined) return undefined;
    try {
      if (isValue || !isTooWide(object)) return plainToInstance(this.type, object);
    } catch {
      // A `@Transform` of the class has thrown, because it did not expect such a value.
    }
    return addTypeFault(this, reading);
  }

  write(value: unknown): unknown {
    return value;
  }

  schema(): JsonSchema {
    return { type: 'object' };
  }
}

/** The maximum number of properties of an object, because class-transformer takes more than linear time. */
const MAX_MEMBERS = 2_000;

function isTooWide(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const members: unknown[] = Object.values(value);
  return (members.length > MAX_MEMBERS && !Array.isArray(value)) || members.some(isTooWide);
}

/** The maximum number of items in a list, because `@ArrayUnique()` compares all pairs. */
export const MAX_ITEMS = 10_000;

const NOT_ARRAY = { rule: 'isArray', expected: 'an array' };
const TOO_LONG = { rule: 'arrayMaxSize', expected: `a list of at most ${MAX_ITEMS} items` };

/** An array whose items have one type. */
export class ListType implements ArgumentType {
  readonly rule = 'isArray';
  readonly expected: string;
  readonly jsType = 'Array';
  readonly samples = [[], ['a'], [1], [{}]];
  readonly textRules = ['isJson'];
  readonly is = Array.isArray;
  readonly items: ArgumentType;

  constructor(items: ArgumentType) {
    this.items = items;
    this.expected = items.isPlain ? 'a comma-separated list or a JSON array' : 'a JSON array';
  }

  /** Returns a constant, because rules check only that the text is JSON, and writing a large array takes time. */
  textOf(): string {
    return '[]';
  }

  read(value: unknown, reading: ReadContext): unknown {
    const { path, faults } = reading;
    const { names, keepsEmpty, isFromHandler } = ORIGINS[reading.origin];
    const [items, origin] = this.#itemsOf(value, reading);
    if (items === undefined) return addTypeFault(keepsEmpty ? NOT_ARRAY : this, reading);
    if (items.length > MAX_ITEMS && names === 'wire' && !isFromHandler) return addTypeFault(TOO_LONG, reading);
    const read: unknown[] = [];
    for (const [index, item] of items.entries()) {
      const itemPath = `${path}[${index}]`;
      if (origin === 'text' && item === '') faults.push(emptyItemFault(itemPath));
      else read.push(this.items.read(item, { ...reading, origin, path: itemPath }));
      if (faults.length > MAX_FAULTS) return undefined;
    }
    return read;
  }

  write(value: unknown): unknown {
    return (value as readonly unknown[]).map((item) => this.items.write(item)); // The value has been read by this type.
  }

  schema(definitions: SchemaDefinitions): JsonSchema {
    return { type: 'array', items: this.items.schema(definitions) };
  }

  #itemsOf(value: unknown, { origin, maxDepth }: ReadContext): ItemsAndOrigin {
    if (origin === 'text') return this.#parse(String(value).trim(), 'json', maxDepth);
    if (origin !== 'sent' || typeof value !== 'string') return [Array.isArray(value) ? value : undefined, origin];
    const text = value.trim();
    // For this origin an empty string is a value, but not a list.
    return text === '' ? [undefined, origin] : this.#parse(text, origin, maxDepth);
  }

  /** @param jsonOrigin the origin of the items if the text is a JSON array */
  #parse(text: string, jsonOrigin: Origin, maxDepth: number): ItemsAndOrigin {
    if (!text.startsWith('[')) return [this.items.isPlain ? splitList(text) : undefined, 'text'];
    const json = parseJson(text, maxDepth);
    return [Array.isArray(json) ? json : undefined, jsonOrigin];
  }
}

/** The items of a list, and their origin. The items are `undefined` if the value is not a list. */
type ItemsAndOrigin = [readonly unknown[] | undefined, Origin];

/** Splits a list at its commas. A trailing comma adds no item. */
function splitList(text: string): string[] {
  const parts = text.replace(/,$/, '').split(',');
  return text === '' ? [] : parts.map((part) => part.trim());
}

/**
 * Returns the fault for two commas in a row, which are probably a typing error. Only a JSON array can have an empty
 * string as an item.
 */
function emptyItemFault(path: string): ArgumentFault {
  return { argument: path, rule: 'isNotEmpty', message: `${path} must not be empty`, expected: 'not empty' };
}
