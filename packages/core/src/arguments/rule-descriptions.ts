import type { JsonSchema } from '../json-schema.js';
import type { IsNumberOptions } from 'class-validator';
import { constraintsOf, type RuleContent } from './rule-records.js';

/** Describes a rule of class-validator to people who enter a value. */
interface Description {
  /** A noun for the value: "an email address". */
  readonly noun?: string;
  /** A further condition: "at most 50". */
  readonly condition?: string;
  /**
   * The JSON Schema: every value that passes the rule matches it. It must be sufficient, too, because `isExpressed` in
   * `rule-set.ts` then drops the rule's name.
   */
  readonly schema?: JsonSchema;
}

type Describe = (...constraints: never[]) => Description;

const noun =
  (text: string): Describe =>
  () => ({ noun: text });
const condition =
  (text: string): Describe =>
  () => ({ condition: text });

/** The JavaScript types that class-validator's rules distinguish. */
export type JsType = 'string' | 'number' | 'bigint' | 'boolean' | 'Date' | 'URL' | 'Uint8Array' | 'Array' | 'Object';

/** Rules of class-validator that apply to the same types. */
interface RuleGroup {
  /** The types whose values can pass the rules, the intended type first; `undefined` for any type. */
  readonly types: readonly JsType[] | undefined;
  /** The functions that describe rules, by the names of their decorators. */
  readonly descriptions: Readonly<Record<string, Describe>>;
  /** The names of the decorators of the other rules, separated by white space. */
  readonly undescribed?: string;
}

const GROUPS: readonly RuleGroup[] = [
  {
    types: undefined,
    descriptions: {
      IsIn: (values: readonly unknown[]) => describeValues(values),
      IsEnum: (entity: object) => describeValues(Object.values(entity)),
      Equals: (value: unknown) => (isScalar(value) ? { schema: { const: value } } : {}),
      IsNotIn: (values: readonly unknown[]) => ({ condition: `none of ${values.map(show).join(', ')}` }),
      NotEquals: (value: unknown) => ({ condition: `not ${show(value)}` }),
    },
    undescribed: 'IsDefined IsEmpty IsNotEmpty',
  },
  {
    types: ['number'],
    descriptions: {
      IsNumber: ({ maxDecimalPlaces: max }: IsNumberOptions = {}) =>
        max === undefined ? {} : { condition: `at most ${count(max, 'decimal place')}` },
      IsInt: () => ({ noun: 'an integer', schema: { type: 'integer' } }),
      Min: (min: number) => ({ condition: `at least ${min}`, schema: { minimum: min } }),
      Max: (max: number) => ({ condition: `at most ${max}`, schema: { maximum: max } }),
      IsPositive: () => ({ condition: 'above 0', schema: { exclusiveMinimum: 0 } }),
      IsNegative: () => ({ condition: 'below 0', schema: { exclusiveMaximum: 0 } }),
      IsDivisibleBy: (by: number) => ({ condition: `divisible by ${by}` }),
    },
  },
  {
    types: ['number', 'string'],
    descriptions: { IsLatitude: noun('a latitude'), IsLongitude: noun('a longitude') },
  },
  { types: ['boolean'], descriptions: {}, undescribed: 'IsBoolean' },
  {
    types: ['Date'],
    descriptions: {
      MinDate: (date: Date) => ({ condition: `not before ${showDate(date)}` }),
      MaxDate: (date: Date) => ({ condition: `not after ${showDate(date)}` }),
    },
    undescribed: 'IsDate',
  },
  {
    types: ['string'],
    descriptions: {
      MinLength: (min: number) => ({
        condition: `at least ${count(min, 'character')}`,
        schema: { minLength: min },
      }),
      MaxLength: (max: number) => ({ condition: `at most ${count(max, 'character')}`, schema: { maxLength: max } }),
      Length: (min: number, max?: number) => describeLength(min, max),
      Matches: (pattern: RegExp | string, flags?: string) => describeRegExp(pattern, flags),
      Contains: (part: string) => ({ condition: `containing ${show(part)}` }),
      NotContains: (part: string) => ({ condition: `not containing ${show(part)}` }),
      IsAlpha: condition('letters only'),
      IsAlphanumeric: condition('letters and digits only'),
      IsLowercase: condition('in lower case'),
      IsUppercase: condition('in upper case'),
      IsEmail: noun('an email address'),
      IsUrl: noun('a URL'),
      IsFQDN: noun('a domain name'),
      IsIP: noun('an IP address'),
      IsPort: noun('a port number'),
      IsMACAddress: noun('a MAC address'),
      IsUUID: noun('a UUID'),
      IsDateString: noun('an ISO 8601 date'),
      IsISO8601: noun('an ISO 8601 date'),
      IsRFC3339: noun('an RFC 3339 date'),
      IsMilitaryTime: noun('a time such as 23:59'),
      IsTimeZone: noun('a time zone such as Europe/Zurich'),
      IsLocale: noun('a locale such as en-GB'),
      IsISO31661Alpha2: noun('a country code of two letters'),
      IsISO4217CurrencyCode: noun('a currency code such as EUR'),
      IsNumberString: noun('a number'),
      IsDecimal: noun('a decimal number'),
      IsBooleanString: noun('true or false'),
      IsJSON: noun('JSON'),
      IsJWT: noun('a JWT'),
      IsSemVer: noun('a semantic version'),
      IsMimeType: noun('a MIME type'),
      IsHexColor: noun('a colour such as #ff8800'),
      IsHexadecimal: noun('a hexadecimal number'),
      IsBase64: noun('base64'),
      IsPhoneNumber: noun('a phone number'),
      IsMobilePhone: noun('a phone number'),
    },
    undescribed: `IsAscii IsBIC IsBase32 IsBase58 IsBtcAddress IsByteLength IsCreditCard IsCurrency IsDataURI IsEAN
      IsEthereumAddress IsFirebasePushId IsFullWidth IsHSL IsHalfWidth IsHash IsIBAN IsISBN IsISIN IsISO31661Alpha3
      IsISO31661Numeric IsISO6391 IsISRC IsISSN IsIdentityCard IsLatLong IsMagnetURI IsMongoId IsMultibyte IsOctal
      IsPassportNumber IsPostalCode IsRgbColor IsString IsStrongPassword IsSurrogatePair IsTaxId IsVariableWidth`,
  },
  {
    types: ['Array'],
    descriptions: {
      ArrayMinSize: (min: number) => ({ condition: `at least ${count(min, 'item')}`, schema: { minItems: min } }),
      ArrayMaxSize: (max: number) => ({ condition: `at most ${count(max, 'item')}`, schema: { maxItems: max } }),
      ArrayNotEmpty: () => ({ condition: 'not empty', schema: { minItems: 1 } }),
      ArrayUnique: condition('each only once'),
    },
    undescribed: 'ArrayContains ArrayNotContains IsArray',
  },
  { types: ['Object', 'Date', 'URL', 'Uint8Array'], descriptions: {}, undescribed: 'IsObject' },
  { types: ['Object', 'Uint8Array'], descriptions: {}, undescribed: 'IsNotEmptyObject' },
  { types: ['Object', 'Date', 'URL', 'Uint8Array', 'Array'], descriptions: {}, undescribed: 'IsInstance' },
];

/** A rule of class-validator. */
interface KnownRule {
  /** The decorator as written in code: `@IsInt()`. */
  readonly decorator: string;
  readonly types: RuleGroup['types'];
  readonly describe: Describe | undefined;
}

/** class-validator's rules, by name in lower case: the decorator's name, except that `@Length` makes `isLength`. */
const RULES: ReadonlyMap<string, KnownRule> = new Map(
  GROUPS.flatMap(({ types, descriptions, undescribed = '' }) =>
    [...Object.keys(descriptions), ...(undescribed === '' ? [] : undescribed.split(/\s+/))].map((name) => {
      const key = name === 'Length' ? 'islength' : name.toLowerCase();
      return [key, { decorator: `@${name}()`, types, describe: descriptions[name] }] as const;
    }),
  ),
);

function knownRule({ name }: RuleContent): KnownRule | undefined {
  return RULES.get(name?.toLowerCase() ?? '');
}

/** class-validator's decorator for a rule, as written in code; `undefined` for the application's own rules. */
export function decoratorOf(rule: RuleContent): string | undefined {
  return knownRule(rule)?.decorator;
}

/** The types whose values can pass a rule, the intended type first; `undefined` if any type can, or it is not known. */
export function typesOf(rule: RuleContent): readonly JsType[] | undefined {
  return knownRule(rule)?.types;
}

/**
 * Describes the values that a rule accepts; empty if that takes more than a few words.
 * @param is the type of the values that it judges, if it is known
 */
export function describeRule(rule: RuleContent, is?: IsOfType): Description {
  const description = knownRule(rule)?.describe?.(...(constraintsOf(rule) as never[])) ?? {};
  const values = listedValues(rule, is)?.map(show);
  if (values === undefined || values.length === 0) return description;
  return { ...description, noun: values.length === 1 ? String(values[0]) : `one of ${values.join(', ')}` };
}

/** Whether a value has a type. */
export type IsOfType = (value: unknown) => boolean;

/** The values of a type that a rule allows, if it lists them all. */
export function listedValues(rule: RuleContent, is: IsOfType = () => true): readonly unknown[] | undefined {
  const [constraint] = constraintsOf(rule);
  if (rule.name === 'equals') return [constraint].filter(is);
  if (rule.name === 'isIn') return Array.isArray(constraint) ? constraint.filter(is) : undefined;
  if (rule.name !== 'isEnum') return undefined;
  const values = enumValues(Object(constraint)).filter(is);
  // class-validator also accepts the names of a numeric enum: a string can have no other value.
  return values.length > 0 ? values : Object.values(Object(constraint)).filter(is);
}

/** The values of an enum's members. Of a numeric enum, the compiler also emits the names as values. */
export function enumValues(entity: object): unknown[] {
  const members = entity as Readonly<Record<string, unknown>>;
  const isName = (key: string) => String(members[members[key] as string]) === key && !Number.isNaN(Number(key));
  return Object.keys(members).flatMap((key) => (isName(key) ? [] : [members[key]]));
}

function describeValues(values: readonly unknown[]): Description {
  return values.every(isScalar) ? { schema: { enum: [...values] } } : {};
}

function describeLength(min: number, max: number | undefined): Description {
  if (max === undefined) return { condition: `at least ${count(min, 'character')}`, schema: { minLength: min } };
  const range = min === max ? count(max, 'character') : `${min} to ${count(max, 'character')}`;
  return { condition: range, schema: { minLength: min, maxLength: max } };
}

function describeRegExp(pattern: RegExp | string, flags = ''): Description {
  const regExp = typeof pattern === 'string' ? new RegExp(pattern, flags) : pattern;
  return {
    condition: `matching ${regExp.source}`,
    ...(isUnicodePattern(regExp) && { schema: { pattern: regExp.source } }),
  };
}

// JSON Schema's patterns are Unicode patterns: their escapes are stricter, and an emoji is one character instead of two.
// A non-Unicode pattern that counts arbitrary characters could therefore reject a value that the rule accepts.
function isUnicodePattern({ source, flags }: RegExp): boolean {
  if (!/^[gu]*$/.test(flags) || (!flags.includes('u') && COUNTS_ANY.test(source.replace(CHAR_LISTS, '')))) return false;
  try {
    return new RegExp(source, 'u').source !== '';
  } catch {
    return false;
  }
}

/** Character classes that list their characters. */
const CHAR_LISTS = /\[(?!\^)(?:\\[^SWD]|[^\]\\\u{10000}-\u{10FFFF}])*\]/gu;
/** Anything that may match half a surrogate pair, unless repeated without bound. */
const COUNTS_ANY = /(?:(?<!\\)\.|\\[SWD]|\[(?:\\.|[^\]\\])*\])(?![+*])|[\u{10000}-\u{10FFFF}]/u;

function count(amount: number, unit: string): string {
  return `${amount} ${unit}${amount === 1 ? '' : 's'}`;
}

function isScalar(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value);
}

function show(value: unknown): string {
  return value instanceof Date ? showDate(value) : String(value);
}

function showDate(date: Date): string {
  return date instanceof Date && !Number.isNaN(date.getTime()) ? date.toISOString() : 'the date allowed';
}
