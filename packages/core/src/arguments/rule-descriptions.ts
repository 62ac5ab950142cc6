import type { IsNumberOptions } from 'class-validator';
import type { JsonSchema } from '../json-schema.js';

/** The description of a class-validator rule, for people who enter a value. */
export interface Description {
  /** A noun for the value: "an email address". */
  readonly noun?: string;
  /** A further condition: "at most 50". */
  readonly condition?: string;
  /**
   * A JSON Schema that is equivalent to the rule. If there is one, the argument's schema does not list the rule by
   * name.
   */
  readonly schema?: JsonSchema;
  /** All accepted values, if the rule lists them. */
  readonly values?: readonly unknown[];
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

/** class-validator rules that apply to the same types. */
interface RuleGroup {
  /** The types whose values can pass the rules, the intended type first; `undefined` for any type. */
  readonly types: readonly JsType[] | undefined;
  /** The functions that describe rules, by decorator name. */
  readonly descriptions: Readonly<Record<string, Describe>>;
  readonly undescribed?: string;
}

const GROUPS: readonly RuleGroup[] = [
  {
    types: undefined,
    descriptions: {
      IsIn: (values: readonly unknown[]) => describeValues(values),
      IsEnum: (entity: object) => describeValues(Object.values(entity)),
      Equals: (value: unknown) => (isScalar(value) ? { schema: { const: value } } : {}),
      IsNotIn: (values: readonly unknown[]) => ({ condition: `none of ${values.map(formatValue).join(', ')}` }),
      NotEquals: (value: unknown) => ({ condition: `not ${formatValue(value)}` }),
    },
    undescribed: 'IsDefined IsEmpty IsNotEmpty',
  },
  {
    types: ['number'],
    descriptions: {
      IsNumber: ({ maxDecimalPlaces: max }: IsNumberOptions = {}) =>
        max === undefined ? {} : { condition: `at most ${pluralize(max, 'decimal place')}` },
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
      MinDate: (date: Date) => ({ condition: `not before ${formatDate(date)}` }),
      MaxDate: (date: Date) => ({ condition: `not after ${formatDate(date)}` }),
    },
    undescribed: 'IsDate',
  },
  {
    types: ['string'],
    descriptions: {
      MinLength: (min: number) => describeLength(min),
      MaxLength: (max: number) => ({ condition: `at most ${pluralize(max, 'character')}`, schema: { maxLength: max } }),
      Length: (min: number, max?: number) => describeLength(min, max),
      Matches: (pattern: RegExp | string, flags?: string) => describeRegExp(pattern, flags),
      Contains: (part: string) => ({ condition: `containing ${formatValue(part)}` }),
      NotContains: (part: string) => ({ condition: `not containing ${formatValue(part)}` }),
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
      ArrayMinSize: (min: number) => ({ condition: `at least ${pluralize(min, 'item')}`, schema: { minItems: min } }),
      ArrayMaxSize: (max: number) => ({ condition: `at most ${pluralize(max, 'item')}`, schema: { maxItems: max } }),
      ArrayNotEmpty: () => ({ condition: 'not empty', schema: { minItems: 1 } }),
      ArrayUnique: condition('each only once'),
    },
    undescribed: 'ArrayContains ArrayNotContains IsArray',
  },
  { types: ['Object', 'Date', 'URL', 'Uint8Array'], descriptions: {}, undescribed: 'IsObject' },
  { types: ['Object', 'Uint8Array'], descriptions: {}, undescribed: 'IsNotEmptyObject' },
  { types: ['Object', 'Date', 'URL', 'Uint8Array', 'Array'], descriptions: {}, undescribed: 'IsInstance' },
];

export interface KnownRule {
  /** The decorator as written in code: `@IsInt()`. */
  readonly decorator: string;
  readonly types: RuleGroup['types'];
  readonly describe: Describe | undefined;
}

/**
 * class-validator's rules, by rule name in lower case. A rule is named like its decorator, except `isLength` for
 * `@Length`.
 */
const RULES: ReadonlyMap<string, KnownRule> = new Map(
  GROUPS.flatMap(({ types, descriptions, undescribed = '' }) =>
    [...Object.keys(descriptions), ...(undescribed === '' ? [] : undescribed.split(/\s+/))].map((name) => {
      const key = name === 'Length' ? 'islength' : name.toLowerCase();
      return [key, { decorator: `@${name}()`, types, describe: descriptions[name] }] as const;
    }),
  ),
);

/**
 * Returns the class-validator rule of this name, if there is one. The application's own rules may have the same name.
 */
export function knownRule(name: string | undefined): KnownRule | undefined {
  return RULES.get(name?.toLowerCase() ?? '');
}

/** Returns the values that a rule allows, if the rule lists them all. Omits values that `isOfType` rejects. */
export function listedValues(
  { name, constraints }: { readonly name?: string | undefined; readonly constraints: readonly unknown[] | undefined },
  isOfType: (value: unknown) => boolean = () => true,
): readonly unknown[] | undefined {
  const [input] = constraints ?? [];
  if (name === 'equals') return [input].filter(isOfType);
  if (name === 'isIn') return Array.isArray(input) ? input.filter(isOfType) : undefined;
  if (name !== 'isEnum') return undefined;
  const values = enumValues(Object(input)).filter(isOfType);
  // class-validator also accepts the member names of a numeric enum. For a string argument, only those names are
  // possible.
  return values.length > 0 ? values : Object.values(Object(input)).filter(isOfType);
}

/** Returns the values of an enum, without the member names that the compiler adds to a numeric enum as values. */
export function enumValues(entity: object): unknown[] {
  const members = entity as Readonly<Record<string, unknown>>;
  const isName = (key: string) => String(members[members[key] as string]) === key && !Number.isNaN(Number(key));
  return Object.keys(members).flatMap((key) => (isName(key) ? [] : [members[key]]));
}

function describeValues(values: readonly unknown[]): Description {
  return values.every(isScalar) ? { schema: { enum: [...values] } } : {};
}

function describeLength(min: number, max?: number): Description {
  if (max === undefined) return { condition: `at least ${pluralize(min, 'character')}`, schema: { minLength: min } };
  const range = min === max ? pluralize(max, 'character') : `${min} to ${pluralize(max, 'character')}`;
  return { condition: range, schema: { minLength: min, maxLength: max } };
}

function describeRegExp(pattern: RegExp | string, flags = ''): Description {
  const regExp = typeof pattern === 'string' ? new RegExp(pattern, flags) : pattern;
  return {
    condition: `matching ${regExp.source}`,
    ...(isUnicodePattern(regExp) && { schema: { pattern: regExp.source } }),
  };
}

// Whether a pattern means the same in JSON Schema. JSON Schema uses the `u` flag: escapes are stricter, and an emoji
// counts as one character instead of two.
function isUnicodePattern({ source, flags }: RegExp): boolean {
  if (!/^[gu]*$/.test(flags) || (!flags.includes('u') && COUNTS_ANY.test(source.replace(CHAR_LISTS, '')))) return false;
  try {
    return new RegExp(source, 'u').source !== '';
  } catch {
    return false;
  }
}

/** Character classes that can match only one UTF-16 code unit, because they list their characters. */
const CHAR_LISTS = /\[(?!\^)(?:\\[^SWD]|[^\]\\\u{10000}-\u{10FFFF}])*\]/gu;
/** Pattern parts that may match half a surrogate pair, unless `+` or `*` follows. */
const COUNTS_ANY = /(?:(?<!\\)\.|\\[SWD]|\[(?:\\.|[^\]\\])*\])(?![+*])|[\u{10000}-\u{10FFFF}]/u;

/** Formats a number of units: "1 item". */
export function pluralize(amount: number, unit: string): string {
  return `${amount} ${unit}${amount === 1 ? '' : 's'}`;
}

function isScalar(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value);
}

export function formatValue(value: unknown): string {
  return value instanceof Date ? formatDate(value) : String(value);
}

function formatDate(date: Date): string {
  return date instanceof Date && !Number.isNaN(date.getTime()) ? date.toISOString() : 'the date allowed';
}
