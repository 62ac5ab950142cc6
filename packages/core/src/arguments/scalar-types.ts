import type { JsonSchema } from '../json-schema.js';
import { encodeBase64, bytesOfBase64, isBase64, ISO_8601, parseIsoDate } from '../text/strings.js';
import { type ArgumentType, ORIGINS, addTypeFault } from './argument-type.js';
import type { EnumObject } from './arg.js';
import { enumValues } from './rule-descriptions.js';

interface ScalarOptions<T> extends Omit<ArgumentType, 'textOf' | 'read' | 'write' | 'schema'> {
  readonly parse: (text: string, maxDepth: number) => T | undefined;
  /** Converts a JSON value that is neither a string nor of the type. */
  readonly fromJson?: (value: unknown) => T | undefined;
  /** Writes a value as a string. Only types that JSON lacks have this function. */
  readonly toJson?: (value: T) => string;
  /** Writes a value as text for rules, if that text differs from the JSON form. */
  readonly toText?: () => string;
  readonly json: JsonSchema;
  /** The schema of output values, if it differs from `json`. */
  readonly outputJson?: JsonSchema;
}

/** Creates a type whose values are written as single strings. */
function createScalarType<T>(options: ScalarOptions<T>): ArgumentType {
  const { is, parse, fromJson, toJson, json, outputJson = json } = options;
  const type: ArgumentType = {
    isPlain: true,
    acceptsNull: is(null),
    textOf: (options.toText ?? toJson ?? String) as (value: unknown) => string, // The value is always of the type.
    ...options,
    read(value, reading) {
      const { origin, maxDepth } = reading;
      if (origin !== 'text' && is(value)) return value;
      const { parses } = ORIGINS[origin];
      const mayParse = parses === 'all' || (parses === 'own' && toJson !== undefined);
      let parsed: T | undefined;
      if (typeof value !== 'string') parsed = parses === 'none' ? undefined : fromJson?.(value);
      else if (mayParse) parsed = parse(value, maxDepth);
      return parsed === undefined ? addTypeFault(type, reading) : parsed;
    },
    write: (value) => (toJson === undefined ? value : toJson(value as T)), // The value has been read by this type.
    schema: ({ isOutput }) => ({ ...(isOutput ? outputJson : json) }),
  };
  return type;
}

export const TEXT = createScalarType({
  expected: 'a string',
  rule: 'isString',
  json: { type: 'string' },
  parse: (text) => text,
  is: (value) => typeof value === 'string',
  jsType: 'string',
  samples: ['', 'a', 'A', '5', 'true', '2026-05-01', 'https://example.com'],
  textRules: [],
});

const NUMERIC = ['isNumberString', 'isDecimal', 'isPort'];

const NUMBER = createScalarType({
  expected: 'a number',
  rule: 'isNumber',
  json: { type: 'number' },
  parse: (text) => (/^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i.test(text) ? finiteNumber(Number(text)) : undefined),
  is: Number.isFinite,
  jsType: 'number',
  samples: [0, 1, -1, 1.5, 100],
  textRules: NUMERIC,
});

function finiteNumber(value: number): number | undefined {
  return Number.isFinite(value) ? value : undefined;
}

/** The maximum length of an integer as text: parsing takes more than linear time. */
const MAX_DIGITS = 10_000;

const BIG_INT = createScalarType({
  expected: 'an integer',
  rule: 'isInt',
  json: { type: 'integer' },
  parse: (text) => (/^[+-]?\d+$/.test(text) && text.length <= MAX_DIGITS ? parseBigInt(text) : undefined),
  is: (value) => typeof value === 'bigint',
  jsType: 'bigint',
  samples: [0n, 1n, -1n, 100n],
  textRules: NUMERIC,
  // Rejects numbers that are not safe integers, because they may have lost digits.
  fromJson: (value) => (Number.isSafeInteger(value) ? BigInt(value as number) : undefined),
  // Written as a string, because clients would lose digits of large numbers.
  toJson: String,
  outputJson: { type: 'string', pattern: '^-?\\d+$' },
});

function parseBigInt(text: string): bigint {
  return text.startsWith('+') ? BigInt(text.slice(1)) : BigInt(text);
}

const BOOLEAN_WORDS = new Map([
  ...['true', 'yes', 'on', '1'].map((word) => [word, true] as const),
  ...['false', 'no', 'off', '0'].map((word) => [word, false] as const),
]);

const BOOLEAN = createScalarType({
  expected: 'true or false',
  rule: 'isBoolean',
  json: { type: 'boolean' },
  parse: (text) => BOOLEAN_WORDS.get(text.toLowerCase()),
  is: (value) => typeof value === 'boolean',
  jsType: 'boolean',
  samples: [true, false],
  values: [true, false],
  textRules: ['isBooleanString'],
});

const DATE = createScalarType({
  expected: 'an ISO 8601 date',
  rule: 'isDate',
  json: { type: 'string', pattern: ISO_8601.source },
  parse: parseIsoDate,
  is: (value) => value instanceof Date && !Number.isNaN(value.getTime()),
  jsType: 'Date',
  samples: [new Date('2026-05-01T10:30:00Z'), new Date(0)],
  textRules: ['isDateString', 'isIso8601', 'isRFC3339'],
  toJson: (date) => date.toISOString(),
  outputJson: { type: 'string', format: 'date-time' },
});

// Converting a long host to ASCII takes more than linear time. A DNS name has at most 253 characters.
const LONG_HOST = /^(?:https?|wss?|ftp|file):[\\/]*[^\\/?#]{2001}/i;

const LENGTHS = ['isLength', 'minLength', 'maxLength', 'isByteLength'];

const ABSOLUTE_URL = createScalarType({
  expected: 'a URL',
  rule: 'isUrl',
  json: { type: 'string', format: 'uri' },
  // Rejects white space and control characters, which the URL parser would silently drop.
  parse: (text) => (/^[^\s\p{Cc}]+$/u.test(text) && !LONG_HOST.test(text) ? parseUrl(text) : undefined),
  is: (value) => value instanceof URL,
  jsType: 'URL',
  samples: [new URL('https://example.com/a?b#c'), new URL('data:,a')],
  textRules: ['isUrl', 'isDataURI', 'isMagnetURI', 'matches', 'contains', 'notContains', ...LENGTHS],
  isNormalized: true, // The rules must validate the URL that the application gets, without `/../`.
  toJson: ({ href }) => href,
});

// `URL.canParse` does not work here: after some thousand calls, Node 20 and 22 optimise it into code that rejects "ü".
function parseUrl(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}

const BYTES = createScalarType({
  expected: 'base64',
  rule: 'isBase64',
  json: { type: 'string', contentEncoding: 'base64' },
  parse: (text) => (isBase64(text) ? bytesOfBase64(text) : undefined),
  is: (value) => value instanceof Uint8Array,
  jsType: 'Uint8Array',
  samples: [new Uint8Array(0), new Uint8Array(3)],
  textRules: ['isBase64'],
  toText: () => 'AAAA', // A constant, because any bytes can be written as base64, and writing many bytes takes time.
  toJson: encodeBase64,
});

export const ANY_JSON = createScalarType({
  isPlain: false,
  expected: 'JSON',
  rule: 'isJSON',
  json: {},
  parse: parseJson,
  is: (value) => value !== undefined,
  jsType: undefined,
  samples: [{}, [], 'a', 1, true],
  textRules: ['isJson'],
  toText: () => '{}',
});

/** The types that a property or `@Arg({ type })` can have, except arrays, enums and classes. */
export const SCALAR_TYPES: ReadonlyMap<unknown, ArgumentType> = new Map<unknown, ArgumentType>([
  [String, TEXT],
  [Number, NUMBER],
  [BigInt, BIG_INT],
  [Boolean, BOOLEAN],
  [Date, DATE],
  [URL, ABSOLUTE_URL],
  [Uint8Array, BYTES],
  [JSON, ANY_JSON],
]);

/** Creates the type of an enum; `undefined` if the enum's values have several types. */
export function enumType(entity: EnumObject): ArgumentType | undefined {
  const values = enumValues(entity);
  const base = commonType(values);
  if (base === undefined) return undefined;
  const type: ArgumentType = {
    ...base,
    base,
    values,
    samples: values,
    rule: 'isEnum',
    expected: `one of ${values.join(', ')}`,
    is: (value) => values.includes(value),
    read(value, reading) {
      const parsed = base.read(value, { ...reading, faults: [] });
      return values.includes(parsed) ? parsed : addTypeFault(type, reading);
    },
    schema: (definitions) => ({ ...base.schema(definitions), enum: [...values] }),
  };
  return type;
}

/** Returns the type that all values have; `undefined` if their types differ. */
export function commonType(values: readonly unknown[]): ArgumentType | undefined {
  const types = new Set(values.map((value) => SCALAR_TYPES.get(value?.constructor)));
  return types.size === 1 ? [...types][0] : undefined;
}

/** Whether a value is a compiled enum, or a constant object that is used like one. */
export function isEnum(declared: unknown): declared is EnumObject {
  if (typeof declared !== 'object' || declared === null || Array.isArray(declared)) return false;
  const values: unknown[] = Object.values(declared);
  return values.length > 0 && values.every((value) => typeof value === 'string' || typeof value === 'number');
}

/** Parses JSON; returns `undefined` if it is invalid or nested more than `maxDepth` levels. */
export function parseJson(text: string, maxDepth: number): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return text.length > 2 * maxDepth && lengthOf(value, maxDepth) === TOO_DEEP ? undefined : value;
  } catch {
    return undefined;
  }
}

/** The result of `lengthOf` for JSON that is nested too deeply. */
export const TOO_DEEP = Infinity;

/**
 * Returns the total length of the strings and names in JSON, plus one for each other value; `TOO_DEEP` if the JSON is
 * nested more than `maxDepth` levels.
 */
export function lengthOf(json: unknown, maxDepth: number): number {
  if (typeof json !== 'object' || json === null) return 0;
  if (maxDepth === 0) return TOO_DEEP;
  let length = 0;
  for (const value of Object.values(json) as unknown[])
    length += typeof value === 'string' ? value.length : 1 + lengthOf(value, maxDepth - 1);
  if (!Array.isArray(json)) for (const name of Object.keys(json)) length += name.length;
  return length;
}
