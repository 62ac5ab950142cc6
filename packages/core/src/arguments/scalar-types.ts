import { isTooDeep } from './argument-lengths.js';
import type { JsonSchema, SchemaDefinitions } from '../json-schema.js';
import { base64Of, bytesOfBase64, isBase64, ISO_8601, parseIsoDate } from '../text/strings.js';
import { type ArgumentType, ORIGINS, type ReadContext, refusal, type ValueType } from './argument-type.js';
import type { Notation } from './rule-records.js';

interface ScalarOptions<T> extends Omit<ValueType, 'notation'> {
  readonly expected: string;
  /** class-validator's name for the rule. */
  readonly rule: string;
  readonly schema: JsonSchema;
  /** Parses a string; returns `undefined` if it is invalid. */
  readonly parse: (text: string, maxDepth: number) => T | undefined;
  /** Converts a member of JSON that is neither a string nor of the type itself. */
  readonly fromJson?: (value: unknown) => T | undefined;
  /** Writes a value of a type that JSON does not have, as a string. */
  readonly toJson?: (value: T) => string;
  /** The schema of a value in an output, if it differs from `schema`. */
  readonly written?: JsonSchema;
  /** The text that rules judge; by default the string that was read, otherwise the result of `toJson`. */
  readonly notation?: Notation;
}

/** A type whose values are written as a single string. */
class ScalarType<T> implements ArgumentType {
  readonly expected: string;
  readonly rule: string;
  readonly acceptsNull: boolean;
  readonly valueType: ValueType;
  readonly #options: ScalarOptions<T>;

  constructor(options: ScalarOptions<T>) {
    const { expected, rule, toJson = String } = options;
    this.acceptsNull = options.is(null);
    this.expected = expected;
    this.rule = rule;
    this.valueType = { notation: { write: toJson, isAsRead: true }, ...options };
    this.#options = options;
  }

  read(value: unknown, { origin, path, faults, maxDepth }: ReadContext): unknown {
    const { is, parse, fromJson, toJson } = this.#options;
    if (origin !== 'text' && is(value)) return value;
    const { parses } = ORIGINS[origin];
    const isParsed = parses === 'all' || (parses === 'own' && toJson !== undefined);
    let read: T | undefined;
    if (typeof value !== 'string') read = parses === 'none' ? undefined : fromJson?.(value);
    else if (isParsed) read = parse(value, maxDepth);
    if (read === undefined) faults.push(refusal(this, path));
    return read;
  }

  write(value: unknown): unknown {
    const { toJson } = this.#options;
    return toJson === undefined ? value : toJson(value as T); // It has been read.
  }

  schema({ isOutput }: SchemaDefinitions): JsonSchema {
    const { schema, written = schema } = this.#options;
    return { ...(isOutput ? written : schema) };
  }
}

export const TEXT = new ScalarType({
  expected: 'a string',
  rule: 'isString',
  schema: { type: 'string' },
  parse: (text) => text,
  is: (value) => typeof value === 'string',
  name: 'string',
  samples: ['', 'a', 'A', '5', 'true', '2026-05-01', 'https://example.com'],
  textRules: [],
});

const NUMERIC = ['isNumberString', 'isDecimal', 'isPort'];

const NUMBER = new ScalarType({
  expected: 'a number',
  rule: 'isNumber',
  schema: { type: 'number' },
  parse: (text) => (/^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i.test(text) ? finite(Number(text)) : undefined),
  is: Number.isFinite,
  name: 'number',
  samples: [0, 1, -1, 1.5, 100],
  textRules: NUMERIC,
});

function finite(value: number): number | undefined {
  return Number.isFinite(value) ? value : undefined;
}

/** The maximum length of an integer: parsing takes more than linear time. */
const MAX_DIGITS = 10_000;

const BIG_INT = new ScalarType({
  expected: 'an integer',
  rule: 'isInt',
  schema: { type: 'integer' },
  parse: (text) => (/^[+-]?\d+$/.test(text) && text.length <= MAX_DIGITS ? bigInt(text) : undefined),
  is: (value) => typeof value === 'bigint',
  name: 'bigint',
  samples: [0n, 1n, -1n, 100n],
  textRules: NUMERIC,
  // Larger numbers have already lost digits.
  fromJson: (value) => (Number.isSafeInteger(value) ? BigInt(value as number) : undefined),
  // Numbers would lose digits in clients.
  toJson: String,
  written: { type: 'string', pattern: '^-?\\d+$' },
});

function bigInt(text: string): bigint {
  return text.startsWith('+') ? BigInt(text.slice(1)) : BigInt(text);
}

const BOOLEAN_WORDS = new Map([
  ...['true', 'yes', 'on', '1'].map((word) => [word, true] as const),
  ...['false', 'no', 'off', '0'].map((word) => [word, false] as const),
]);

const BOOLEAN = new ScalarType({
  expected: 'true or false',
  rule: 'isBoolean',
  schema: { type: 'boolean' },
  parse: (text) => BOOLEAN_WORDS.get(text.toLowerCase()),
  is: (value) => typeof value === 'boolean',
  name: 'boolean',
  samples: [true, false],
  textRules: ['isBooleanString'],
});

const DATE = new ScalarType({
  expected: 'an ISO 8601 date',
  rule: 'isDate',
  schema: { type: 'string', pattern: ISO_8601.source },
  parse: parseIsoDate,
  is: (value) => value instanceof Date && !Number.isNaN(value.getTime()),
  name: 'Date',
  samples: [new Date('2026-05-01T10:30:00Z'), new Date(0)],
  textRules: ['isDateString', 'isIso8601', 'isRFC3339'],
  toJson: (date) => date.toISOString(),
  written: { type: 'string', format: 'date-time' },
});

// Converting a host to ASCII takes more than linear time. A DNS name has at most 253 characters.
const LONG_HOST = /^(?:https?|wss?|ftp|file):[\\/]*[^\\/?#]{2001}/i;

const LENGTHS = ['isLength', 'minLength', 'maxLength', 'isByteLength'];

const ABSOLUTE_URL = new ScalarType({
  expected: 'a URL',
  rule: 'isUrl',
  schema: { type: 'string', format: 'uri' },
  // The URL parser silently drops white space and control characters.
  parse: (text) => (/^[^\s\p{Cc}]+$/u.test(text) && !LONG_HOST.test(text) ? parseUrl(text) : undefined),
  is: (value) => value instanceof URL,
  name: 'URL',
  samples: [new URL('https://example.com/a?b#c'), new URL('data:,a')],
  textRules: ['isUrl', 'isDataURI', 'isMagnetURI', 'matches', 'contains', 'notContains', ...LENGTHS],
  // Not the string that was read: the rule must judge what the application gets, without `/../` and the like.
  notation: { write: ({ href }: URL) => href, isAsRead: false },
  toJson: ({ href }) => href,
});

// Not `URL.canParse`: Node 20 and 22 optimise it into code that refuses "ü" after some thousand calls.
function parseUrl(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}

const BYTES = new ScalarType({
  expected: 'base64',
  rule: 'isBase64',
  schema: { type: 'string', contentEncoding: 'base64' },
  parse: (text) => (isBase64(text) ? bytesOfBase64(text) : undefined),
  is: (value) => value instanceof Uint8Array,
  name: 'Uint8Array',
  samples: [new Uint8Array(0), new Uint8Array(3)],
  textRules: ['isBase64'],
  notation: { write: () => 'AAAA', isAsRead: true }, // Any bytes can be written as base64; writing many takes time.
  toJson: base64Of,
});

const ANY_JSON = new ScalarType({
  expected: 'JSON',
  rule: 'isJSON',
  schema: {},
  parse: parseJson,
  is: (value) => value !== undefined,
  name: undefined,
  samples: [{}, [], 'a', 1, true],
  textRules: ['isJson'],
  notation: { write: () => '{}', isAsRead: true },
});

/** The types that a property or `@Arg({ type })` can name, except arrays and classes. */
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

/** Whether values of a type are written as a single string that is not JSON. */
export function isScalar(type: ArgumentType): boolean {
  return type instanceof ScalarType && type !== ANY_JSON;
}

/** Parses JSON; returns `undefined` if it is invalid or nested more than `maxDepth` levels. */
export function parseJson(text: string, maxDepth: number): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return text.length > 2 * maxDepth && isTooDeep(value, maxDepth) ? undefined : value;
  } catch {
    return undefined;
  }
}
