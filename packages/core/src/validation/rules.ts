import type { JsonSchema } from '../json-schema.js';
import type { IsNumberOptions } from 'class-validator';
import { constraintsOf } from './rule-message.js';
import type { RuleContent, RuleMetadata } from './validation-rules.js';

/** Describes a rule of class-validator to people who enter a value. */
interface Description {
  /** What the value is: "an email address". */
  readonly noun?: string;
  /** A further condition: "at most 50". */
  readonly condition?: string;
  /** The JSON Schema: every value that passes the rule matches it. */
  readonly schema?: JsonSchema;
}

type Describe = (...constraints: never[]) => Description;

const noun =
  (is: string): Describe =>
  () => ({ noun: is });
const condition =
  (holds: string): Describe =>
  () => ({ condition: holds });

const DESCRIPTIONS: Readonly<Record<string, Describe>> = {
  isIn: (values: readonly unknown[]) => oneOf(values),
  isEnum: (entity: object) => ({ ...oneOf(enumValues(entity)), ...listed(Object.values(entity)) }),
  equals: (value: unknown) => ({ noun: show(value), ...(isScalar(value) && { schema: { const: value } }) }),
  isNotIn: (values: readonly unknown[]) => ({ condition: `none of ${values.map(show).join(', ')}` }),
  notEquals: (value: unknown) => ({ condition: `not ${show(value)}` }),

  isNumber: ({ maxDecimalPlaces: most }: IsNumberOptions = {}) =>
    most === undefined ? {} : { condition: `at most ${count(most, 'decimal place')}` },
  isInt: () => ({ noun: 'an integer', schema: { type: 'integer' } }),
  min: (least: number) => ({ condition: `at least ${least}`, schema: { minimum: least } }),
  max: (most: number) => ({ condition: `at most ${most}`, schema: { maximum: most } }),
  isPositive: () => ({ condition: 'above 0', schema: { exclusiveMinimum: 0 } }),
  isNegative: () => ({ condition: 'below 0', schema: { exclusiveMaximum: 0 } }),
  isDivisibleBy: (by: number) => ({ condition: `divisible by ${by}` }),
  isLatitude: noun('a latitude'),
  isLongitude: noun('a longitude'),
  minDate: (date: Date) => ({ condition: `not before ${showDate(date)}` }),
  maxDate: (date: Date) => ({ condition: `not after ${showDate(date)}` }),

  minLength: (least: number) => ({ condition: `at least ${count(least, 'character')}`, schema: { minLength: least } }),
  maxLength: (most: number) => ({ condition: `at most ${count(most, 'character')}`, schema: { maxLength: most } }),
  isLength: (least: number, most?: number) => lengthBetween(least, most),
  matches: (pattern: RegExp | string, flags?: string) => matching(pattern, flags),
  contains: (part: string) => ({ condition: `containing ${show(part)}` }),
  notContains: (part: string) => ({ condition: `not containing ${show(part)}` }),
  isAlpha: condition('letters only'),
  isAlphanumeric: condition('letters and digits only'),
  isLowercase: condition('in lower case'),
  isUppercase: condition('in upper case'),

  isEmail: noun('an email address'),
  isUrl: noun('a URL'),
  isFqdn: noun('a domain name'),
  isIp: noun('an IP address'),
  isPort: noun('a port number'),
  isMacAddress: noun('a MAC address'),
  isUuid: noun('a UUID'),
  isDateString: noun('an ISO 8601 date'),
  isIso8601: noun('an ISO 8601 date'),
  isRFC3339: noun('an RFC 3339 date'),
  isMilitaryTime: noun('a time such as 23:59'),
  isTimeZone: noun('a time zone such as Europe/Zurich'),
  isLocale: noun('a locale such as en-GB'),
  isISO31661Alpha2: noun('a country code of two letters'),
  isISO4217CurrencyCode: noun('a currency code such as EUR'),
  isNumberString: noun('a number'),
  isDecimal: noun('a decimal number'),
  isBooleanString: noun('true or false'),
  isJson: noun('JSON'),
  isJwt: noun('a JWT'),
  isSemVer: noun('a semantic version'),
  isMimeType: noun('a MIME type'),
  isHexColor: noun('a colour such as #ff8800'),
  isHexadecimal: noun('a hexadecimal number'),
  isBase64: noun('base64'),
  isPhoneNumber: noun('a phone number'),
  isMobilePhone: noun('a phone number'),

  arrayMinSize: (least: number) => ({ condition: `at least ${count(least, 'item')}`, schema: { minItems: least } }),
  arrayMaxSize: (most: number) => ({ condition: `at most ${count(most, 'item')}`, schema: { maxItems: most } }),
  arrayNotEmpty: () => ({ condition: 'not empty', schema: { minItems: 1 } }),
  arrayUnique: condition('each only once'),
};

/** Describes the values that a rule accepts; empty if that takes more than a few words. */
export function describeRule(rule: RuleContent): Description {
  const name = rule.name ?? '';
  if (!Object.hasOwn(DESCRIPTIONS, name)) return {};
  return DESCRIPTIONS[name]?.(...(constraintsOf(rule) as never[])) ?? {};
}

/** The values that a rule allows, if it lists them all. */
export function allowedValues(rule: RuleContent): readonly unknown[] | undefined {
  const [values] = constraintsOf(rule);
  if (rule.name === 'isIn' && Array.isArray(values)) return values;
  return rule.name === 'isEnum' ? enumValues(Object(values)) : undefined;
}

// The compiler emits the names of a numeric enum as values, too. class-validator accepts them, but nothing else should.
/** The values of an enum's members. */
export function enumValues(entity: object): unknown[] {
  const members = entity as Readonly<Record<string, unknown>>;
  const isName = (key: string) => String(members[members[key] as string]) === key && !Number.isNaN(Number(key));
  return Object.keys(members).flatMap((key) => (isName(key) ? [] : [members[key]]));
}

function oneOf(values: readonly unknown[]): Description {
  return {
    noun: values.length === 1 ? show(values[0]) : `one of ${values.map(show).join(', ')}`,
    ...listed(values),
  };
}

function listed(values: readonly unknown[]): Description {
  return values.every(isScalar) ? { schema: { enum: [...values] } } : {};
}

function lengthBetween(least: number, most: number | undefined): Description {
  if (most === undefined) return { condition: `at least ${count(least, 'character')}`, schema: { minLength: least } };
  const range = least === most ? count(most, 'character') : `${least} to ${count(most, 'character')}`;
  return { condition: range, schema: { minLength: least, maxLength: most } };
}

function matching(pattern: RegExp | string, flags = ''): Description {
  const regExp = typeof pattern === 'string' ? new RegExp(pattern, flags) : pattern;
  return {
    condition: `matching ${regExp.source}`,
    ...(isUnicodePattern(regExp) && { schema: { pattern: regExp.source } }),
  };
}

// JSON Schema's patterns are Unicode patterns: their escapes are stricter, and an emoji is one character rather than
// two. So a non-Unicode pattern that counts arbitrary characters could reject what the rule accepts.
function isUnicodePattern({ source, flags }: RegExp): boolean {
  if (!/^[gu]*$/.test(flags) || (!flags.includes('u') && COUNTS_ANY.test(source.replace(NAMED, '')))) return false;
  try {
    return new RegExp(source, 'u').source !== '';
  } catch {
    return false;
  }
}

/** Character classes that list their characters. */
const NAMED = /\[(?!\^)(?:\\[^SWD]|[^\]\\\u{10000}-\u{10FFFF}])*\]/gu;
/** Anything that may match half a surrogate pair, unless repeated without bound. */
const COUNTS_ANY = /(?:(?<!\\)\.|\\[SWD]|\[(?:\\.|[^\]\\])*\])(?![+*])|[\u{10000}-\u{10FFFF}]/u;

function count(amount: number, what: string): string {
  return `${amount} ${what}${amount === 1 ? '' : 's'}`;
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

/** The JavaScript types that class-validator's rules distinguish. */
export type JsType = 'string' | 'number' | 'bigint' | 'boolean' | 'Date' | 'URL' | 'Uint8Array' | 'Array' | 'Object';

/** What a rule of class-validator applies to. */
interface RuleSubject {
  /** The decorator as written in code: `@IsInt()`. */
  readonly decorator: string;
  /** The types whose values can pass the rule, the intended type first. */
  readonly types: readonly [JsType, ...JsType[]];
}

/** class-validator's decorators, by the types whose values can pass them. Decorators for any type are not included. */
const DECORATORS: readonly (readonly [RuleSubject['types'], string])[] = [
  [
    ['string'],
    `Contains IsAlpha IsAlphanumeric IsAscii IsBIC IsBase32 IsBase58 IsBase64 IsBooleanString IsBtcAddress IsByteLength
     IsCreditCard IsCurrency IsDataURI IsDateString IsDecimal IsEAN IsEmail IsEthereumAddress IsFQDN IsFirebasePushId
     IsFullWidth IsHSL IsHalfWidth IsHash IsHexColor IsHexadecimal IsIBAN IsIP IsISBN IsISIN IsISO31661Alpha2
     IsISO31661Alpha3 IsISO31661Numeric IsISO4217CurrencyCode IsISO6391 IsISO8601 IsISRC IsISSN IsIdentityCard IsJSON
     IsJWT IsLatLong IsLocale IsLowercase IsMACAddress IsMagnetURI IsMilitaryTime IsMimeType IsMobilePhone IsMongoId
     IsMultibyte IsNumberString IsOctal IsPassportNumber IsPhoneNumber IsPort IsPostalCode IsRFC3339 IsRgbColor IsSemVer
     IsString IsStrongPassword IsSurrogatePair IsTaxId IsTimeZone IsUUID IsUppercase IsUrl IsVariableWidth Length
     Matches MaxLength MinLength NotContains`,
  ],
  [['number'], 'IsDivisibleBy IsInt IsNegative IsNumber IsPositive Max Min'],
  [['number', 'string'], 'IsLatitude IsLongitude'],
  [['boolean'], 'IsBoolean'],
  [['Date'], 'IsDate MaxDate MinDate'],
  [['Array'], 'ArrayContains ArrayMaxSize ArrayMinSize ArrayNotContains ArrayNotEmpty ArrayUnique IsArray'],
  [['Object', 'Date', 'URL', 'Uint8Array'], 'IsObject'],
  [['Object', 'Uint8Array'], 'IsNotEmptyObject'],
  [['Object', 'Date', 'URL', 'Uint8Array', 'Array'], 'IsInstance'],
];

/** Rules are named after their decorators, except for letter case, and except for this one. */
const LENGTH = 'islength';

const SUBJECTS: ReadonlyMap<string, RuleSubject> = new Map(
  DECORATORS.flatMap(([types, names]) =>
    names.split(/\s+/).map((name) => {
      const key = name === 'Length' ? LENGTH : name.toLowerCase();
      return [key, { decorator: `@${name}()`, types }] as const;
    }),
  ),
);

/** What a rule applies to; `undefined` for an application's own rules, and for rules that any type can pass. */
export function subjectOf({ name }: RuleMetadata): RuleSubject | undefined {
  return SUBJECTS.get(name?.toLowerCase() ?? '');
}

/** The decorators that values of any type can pass, by rule name. */
const ANY_TYPE: ReadonlyMap<string | undefined, string> = new Map([
  ['equals', '@Equals()'],
  ['isDefined', '@IsDefined()'],
  ['isEmpty', '@IsEmpty()'],
  ['isEnum', '@IsEnum()'],
  ['isIn', '@IsIn()'],
  ['isNotEmpty', '@IsNotEmpty()'],
  ['isNotIn', '@IsNotIn()'],
  ['notEquals', '@NotEquals()'],
]);

/** class-validator's decorator for a rule, as written in code; `undefined` for the application's own rules. */
export function decoratorOf(rule: RuleMetadata): string | undefined {
  return subjectOf(rule)?.decorator ?? ANY_TYPE.get(rule.name);
}

/** The only values that pass a rule, if it lists them. */
export function listedValues(rule: RuleMetadata): readonly unknown[] | undefined {
  const { name } = rule;
  const [values] = constraintsOf(rule);
  if (name === 'equals') return [values];
  if (name === 'isIn') return Array.isArray(values) ? values : undefined;
  return name === 'isEnum' ? Object.values(Object(values)) : undefined;
}
