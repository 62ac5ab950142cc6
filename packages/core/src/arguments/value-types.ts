import type { ArgumentType } from './argument-type.js';
import { ForeignType, NestedType, ListType, EnumType } from './object-types.js';
import { SCALAR_TYPES } from './scalar-types.js';
import type { JsType } from '../validation/rules.js';
import type { Notation } from '../validation/validation-rules.js';

/** The JavaScript type of an argument's values. */
export interface ValueType {
  /** `undefined` if they can have any type. */
  readonly name: JsType | undefined;
  /** Whether a value has the type. */
  readonly is: (value: unknown) => boolean;
  /** Typical values. */
  readonly samples: readonly unknown[];
  /** Whether the samples are all values. */
  readonly isWhole?: boolean;
  /** The string rules that are judged on how a value is written. */
  readonly textRules: readonly string[];
  readonly notation: Notation;
}

const asRead = (write: Notation['write']): Notation => ({ write, isAsRead: true });

const STRING: ValueType = {
  name: 'string',
  is: (value) => typeof value === 'string',
  samples: ['', 'a', 'A', '5', 'true', '2026-05-01', 'https://example.com'],
  textRules: [],
  notation: asRead(String),
};

const NUMBER: ValueType = {
  name: 'number',
  is: (value) => typeof value === 'number',
  samples: [0, 1, -1, 1.5, 100],
  textRules: ['isNumberString', 'isDecimal', 'isPort'],
  notation: asRead(String),
};

const BIG_INT: ValueType = {
  name: 'bigint',
  is: (value) => typeof value === 'bigint',
  samples: [0n, 1n, -1n, 100n],
  textRules: ['isNumberString', 'isDecimal', 'isPort'],
  notation: asRead(String),
};

const BOOLEAN: ValueType = {
  name: 'boolean',
  is: (value) => typeof value === 'boolean',
  samples: [true, false],
  textRules: ['isBooleanString'],
  notation: asRead(String),
};

const DATE: ValueType = {
  name: 'Date',
  is: (value) => value instanceof Date,
  samples: [new Date('2026-05-01T10:30:00Z'), new Date(0)],
  textRules: ['isDateString', 'isIso8601', 'isRFC3339'],
  notation: asRead((value: Date) => value.toISOString()),
};

const LENGTHS = ['isLength', 'minLength', 'maxLength', 'isByteLength'];

const ABSOLUTE_URL: ValueType = {
  name: 'URL',
  is: (value) => value instanceof URL,
  samples: [new URL('https://example.com/a?b#c'), new URL('data:,a')],
  textRules: ['isUrl', 'isDataURI', 'isMagnetURI', 'matches', 'contains', 'notContains', ...LENGTHS],
  // Not the string that was read: the rule must judge what the application gets, without `/../` and the like.
  notation: { write: (value: URL) => value.href, isAsRead: false },
};

const BYTES: ValueType = {
  name: 'Uint8Array',
  is: (value) => value instanceof Uint8Array,
  samples: [new Uint8Array(0), new Uint8Array(3)],
  textRules: ['isBase64'],
  notation: asRead(() => 'AAAA'), // Any bytes can be written as base64; writing many takes time.
};

const ARRAY: ValueType = {
  name: 'Array',
  is: Array.isArray,
  samples: [[], ['a'], [1], [{}]],
  textRules: ['isJson'],
  notation: asRead(() => '[]'), // Any array can be written as JSON; writing a large one takes time.
};

const OBJECT: ValueType = {
  name: 'Object',
  is: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  samples: [{}, { a: 1 }],
  textRules: ['isJson'],
  notation: asRead(() => '{}'),
};

const ANY_JSON: ValueType = {
  name: undefined,
  is: () => true,
  samples: [{}, [], 'a', 1, true],
  textRules: ['isJson'],
  notation: asRead(() => '{}'),
};

const BY_TYPE: ReadonlyMap<ArgumentType | undefined, ValueType> = new Map([
  [SCALAR_TYPES.get(String), STRING],
  [SCALAR_TYPES.get(Number), NUMBER],
  [SCALAR_TYPES.get(BigInt), BIG_INT],
  [SCALAR_TYPES.get(Boolean), BOOLEAN],
  [SCALAR_TYPES.get(Date), DATE],
  [SCALAR_TYPES.get(URL), ABSOLUTE_URL],
  [SCALAR_TYPES.get(Uint8Array), BYTES],
  [SCALAR_TYPES.get(JSON), ANY_JSON],
]);

/** The value type of an argument type; `undefined` for an unknown type. */
export function valueTypeOf(type: ArgumentType): ValueType | undefined {
  if (type instanceof ListType) return ARRAY;
  if (type instanceof EnumType) return valueTypeOf(type.base);
  return type instanceof NestedType || type instanceof ForeignType ? OBJECT : BY_TYPE.get(type);
}

/** The values that rules judge: all values of an enum. */
export function judgedValuesOf(type: ArgumentType): ValueType | undefined {
  const values = valueTypeOf(type);
  if (values === undefined || !(type instanceof EnumType)) return values;
  return { ...values, samples: type.values, isWhole: true, is: (value) => type.values.includes(value) };
}
