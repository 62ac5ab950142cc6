import { plainToInstance } from 'class-transformer';
import { type ArgumentType, type ObjectPlan, ORIGINS, type Reading, refusal } from './argument-type.js';
import type { JsonSchema, SchemaDefinitions } from '../json-schema.js';
import { parseJson } from './parsed-json.js';
import type { Class } from '../types.js';

const OBJECT = { rule: 'isObject', expected: 'a JSON object' };

/** A class with arguments of its own, read by its plan. */
export class NestedType implements ArgumentType {
  readonly rule = OBJECT.rule;
  readonly expected = OBJECT.expected;
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

  read(value: unknown, reading: Reading): unknown {
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

/** Any other class: constructed by class-transformer, validated by its class-validator rules. */
export class ForeignType implements ArgumentType {
  readonly rule = OBJECT.rule;
  readonly expected = OBJECT.expected;
  readonly type: Class;

  constructor(type: Class) {
    this.type = type;
  }

  read(value: unknown, reading: Reading): unknown {
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

/** class-transformer takes more than linear time for the members of an object, and no class has that many. */
const MAX_MEMBERS = 2_000;

function isTooWide(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const members: unknown[] = Object.values(value);
  return (members.length > MAX_MEMBERS && !Array.isArray(value)) || members.some(isTooWide);
}

function toObject(value: unknown, { origin, path, faults, maxDepth }: Reading): object | undefined {
  const isWritten = origin === 'text' || (origin === 'sent' && typeof value === 'string');
  const object = isWritten ? parseJson(String(value), maxDepth) : value;
  if (typeof object === 'object' && object !== null && !Array.isArray(object)) return object;
  faults.push(refusal(OBJECT, path));
  return undefined;
}
