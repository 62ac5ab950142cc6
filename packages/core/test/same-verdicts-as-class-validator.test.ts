import { Arg, Prompt, type PromptHandler, Runtime } from '@cuecard/core';
import { describe, expect, test } from '@jest/globals';
import * as classValidator from 'class-validator';
import {
  Allow,
  IsDefined,
  IsIn,
  IsInt,
  IsOptional,
  IsString,
  MaxLength,
  registerDecorator,
  Validate,
  validate,
  ValidateBy,
  ValidateIf,
  ValidateNested,
  ValidatePromise,
  type ValidationArguments,
  type ValidationError,
  type ValidationOptions,
  ValidatorConstraint,
} from 'class-validator';
import * as fc from 'fast-check';
import { anyCharacter } from './support/characters.ts';
import { forgetRules } from '../dist/validation/validation-rules.js';
import type { Validation } from '../dist/validation/validation.js';
import type { ValidationPlan } from '../dist/validation/validation-plan.js';
import { ValidationPlans } from '../dist/validation/validation-plans.js';
import { amount } from './support/runs.ts';

type Values = Record<string, unknown>;
type MakeRule = (options?: ValidationOptions) => PropertyDecorator;

/** A rule that an object breaks. */
interface Broken {
  readonly path: string;
  readonly rule: string;
  readonly message: string;
}

/** What one of the two said of an object. */
type Verdict = readonly Broken[] | 'threw';

async function theirVerdict(object: object, groups: readonly string[]): Promise<Verdict> {
  try {
    const errors = await validate(object, { forbidUnknownValues: false, groups: [...groups] });
    return errors.flatMap((error) => [...flatten(error, error.property)]);
  } catch {
    return 'threw';
  }
}

function* flatten({ constraints, children, value }: ValidationError, path: string): Iterable<Broken> {
  for (const [rule, message] of Object.entries(constraints ?? {})) yield { path, rule, message };
  const isCollection = Array.isArray(value) || value instanceof Set || value instanceof Map;
  for (const child of children ?? []) {
    yield* flatten(child, isCollection ? `${path}[${child.property}]` : `${path}.${child.property}`);
  }
}

async function ourVerdict(object: object, groups: readonly string[]): Promise<Verdict> {
  const validation: Validation = { faults: [], pending: [] };
  try {
    planFor(object.constructor, groups).check(object, '', validation);
    await Promise.all(validation.pending);
  } catch {
    return 'threw';
  }
  return validation.faults.map(({ argument: path, rule, message }) => ({ path, rule, message }));
}

async function expectSame(object: object, groups: readonly string[], toLine: (broken: Broken) => string) {
  const theirs = await theirVerdict(object, groups);
  const ours = await ourVerdict(object, groups);
  const [expected, given] = [theirs, ours].map((verdict) =>
    verdict === 'threw' ? ['threw'] : linesOf(verdict, toLine),
  ) as [string[], string[]];
  // Comparing texts is fast, and comparing arrays tells the difference.
  if (isCut(ours)) expect(theirs === 'threw' ? [] : given.filter((line) => !expected.includes(line))).toEqual([]);
  else if (given.join('\n') !== expected.join('\n')) expect(given).toEqual(expected);
  return theirs;
}

/** Whether the plan has stopped looking because it has found more than an error tells. */
function isCut(verdict: Verdict): boolean {
  return verdict !== 'threw' && verdict.length > 50;
}

// class-validator tells each rule once a place, however often it is broken there.
function linesOf(verdict: readonly Broken[], toLine: (broken: Broken) => string): readonly string[] {
  return [...new Set(verdict.map(toLine))].toSorted();
}

const expectSameMessages = (object: object, groups: readonly string[] = []): Promise<Verdict> =>
  expectSame(object, groups, ({ path, rule, message }) => `${path} ${rule} ${message}`);

const expectSameRules = (object: object, groups: readonly string[] = []): Promise<Verdict> =>
  expectSame(object, groups, ({ path, rule }) => `${path} ${rule}`);

const plans = new Map<string, ValidationPlans>();

function planFor(type: Function, groups: readonly string[]): ValidationPlan {
  const ofGroups = plans.get(groups.join()) ?? new ValidationPlans(groups);
  plans.set(groups.join(), ofGroups);
  return ofGroups.of(type.prototype as object) as ValidationPlan;
}

function decorate(type: Function, property: string, ...decorators: readonly PropertyDecorator[]): void {
  for (const decorator of decorators.toReversed()) decorator(type.prototype as object, property);
}

enum Colour {
  Red = 'red',
  Green = 'green',
}
enum Level {
  Low,
  High,
}
const THE_DAY = new Date('2026-02-28T12:00:00Z');

/** A rule, with values that keep it. */
interface Row {
  readonly make: MakeRule;
  readonly valid: readonly unknown[];
}

const rows = (...all: readonly (readonly [MakeRule, ...unknown[]])[]): readonly Row[] =>
  all.map(([make, ...valid]) => ({ make, valid }));

const c = classValidator;

/** Every decorator that judges a value, by the name of its export. */
const RULES: Readonly<Record<string, readonly Row[]>> = {
  ArrayContains: rows([(o) => c.ArrayContains(['a', 1], o), ['a', 'b', 1]]),
  ArrayMaxSize: rows([(o) => c.ArrayMaxSize(2, o), [], ['a', 'b']]),
  ArrayMinSize: rows([(o) => c.ArrayMinSize(2, o), ['a', 'b']]),
  ArrayNotContains: rows([(o) => c.ArrayNotContains(['a', 1], o), [], ['b']]),
  ArrayNotEmpty: rows([(o) => c.ArrayNotEmpty(o), [undefined]]),
  ArrayUnique: rows(
    [(o) => c.ArrayUnique(o), [], ['a', 'b']],
    [(o) => c.ArrayUnique((item: Values) => item['id'], o), [{ id: 1 }, { id: 2 }]],
  ),
  Contains: rows([(o) => c.Contains('ab', o), 'cabd']),
  Equals: rows([(o) => c.Equals('a', o), 'a'], [(o) => c.Equals(5, o), 5], [(o) => c.Equals(null, o), null]),
  IsAlpha: rows([(o) => c.IsAlpha(undefined, o), 'abc'], [(o) => c.IsAlpha('de-DE', o), 'äöü']),
  IsAlphanumeric: rows([(o) => c.IsAlphanumeric(undefined, o), 'abc1']),
  IsArray: rows([(o) => c.IsArray(o), [], [1]]),
  IsAscii: rows([(o) => c.IsAscii(o), 'abc']),
  IsBIC: rows([(o) => c.IsBIC(o), 'DEUTDEFF']),
  IsBase32: rows([(o) => c.IsBase32(o), 'JBSWY3DP']),
  IsBase58: rows([(o) => c.IsBase58(o), '3yZe7d']),
  IsBase64: rows(
    [(o) => c.IsBase64(undefined, o), 'YQ=='],
    [(o) => c.IsBase64({ urlSafe: true, padding: false }, o), '_-8'],
  ),
  IsBoolean: rows([(o) => c.IsBoolean(o), true, Object(false)]),
  IsBooleanString: rows([(o) => c.IsBooleanString(o), 'true', '0']),
  IsBtcAddress: rows([(o) => c.IsBtcAddress(o), '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa']),
  IsByteLength: rows([(o) => c.IsByteLength(2, 5, o), 'abc'], [(o) => c.IsByteLength(2, undefined, o), 'abcdefg']),
  IsCreditCard: rows([(o) => c.IsCreditCard(o), '4111111111111111']),
  IsCurrency: rows([(o) => c.IsCurrency({ symbol: '€' }, o), '€10.50'], [(o) => c.IsCurrency(undefined, o), '$10.50']),
  IsDataURI: rows([(o) => c.IsDataURI(o), 'data:text/plain;base64,YQ==']),
  IsDate: rows([(o) => c.IsDate(o), THE_DAY]),
  IsDateString: rows(
    [(o) => c.IsDateString({ strict: true }, o), '2026-02-28'],
    [(o) => c.IsDateString({}, o), '2026'],
  ),
  IsDecimal: rows([(o) => c.IsDecimal({ decimal_digits: '2', force_decimal: true }, o), '1.25']),
  IsDefined: rows([(o) => c.IsDefined(o), '', 0, false]),
  IsDivisibleBy: rows([(o) => c.IsDivisibleBy(3, o), 9, -3, 0]),
  IsEAN: rows([(o) => c.IsEAN(o), '4006381333931']),
  IsEmail: rows([(o) => c.IsEmail({}, o), 'a@b.ch'], [(o) => c.IsEmail({ allow_display_name: true }, o), 'A <a@b.ch>']),
  IsEmpty: rows([(o) => c.IsEmpty(o), '', null, undefined]),
  IsEnum: rows([(o) => c.IsEnum(Colour, o), 'red', 'green'], [(o) => c.IsEnum(Level, o), 0, 1, 'Low']),
  IsEthereumAddress: rows([(o) => c.IsEthereumAddress(o), `0x${'a1'.repeat(20)}`]),
  IsFQDN: rows([(o) => c.IsFQDN({}, o), 'cuecard.dev'], [(o) => c.IsFQDN({ require_tld: false }, o), 'localhost']),
  IsFirebasePushId: rows([(o) => c.IsFirebasePushId(o), '-M-Jhv1Zx_abcdefghij']),
  IsFullWidth: rows([(o) => c.IsFullWidth(o), 'ひらがな']),
  IsHSL: rows([(o) => c.IsHSL(o), 'hsl(360,100%,50%)']),
  IsHalfWidth: rows([(o) => c.IsHalfWidth(o), 'abc']),
  IsHash: rows([(o) => c.IsHash('md5', o), 'd41d8cd98f00b204e9800998ecf8427e']),
  IsHexColor: rows([(o) => c.IsHexColor(o), '#ff8800', '#fff']),
  IsHexadecimal: rows([(o) => c.IsHexadecimal(o), 'DEADBEEF']),
  IsIBAN: rows([(o) => c.IsIBAN({}, o), 'CH9300762011623852957']),
  IsIP: rows([(o) => c.IsIP(undefined, o), '::1', '10.0.0.1'], [(o) => c.IsIP('4', o), '10.0.0.1']),
  IsISBN: rows([(o) => c.IsISBN(undefined, o), '9783161484100'], [(o) => c.IsISBN('10', o), '316148410X']),
  IsISIN: rows([(o) => c.IsISIN(o), 'US0378331005']),
  IsISO31661Alpha2: rows([(o) => c.IsISO31661Alpha2(o), 'CH']),
  IsISO31661Alpha3: rows([(o) => c.IsISO31661Alpha3(o), 'CHE']),
  IsISO31661Numeric: rows([(o) => c.IsISO31661Numeric(o), '756']),
  IsISO4217CurrencyCode: rows([(o) => c.IsISO4217CurrencyCode(o), 'CHF']),
  IsISO6391: rows([(o) => c.IsISO6391(o), 'de']),
  IsISO8601: rows([(o) => c.IsISO8601({}, o), '2026-02-28'], [(o) => c.IsISO8601({ strict: true }, o), '2026-W09']),
  IsISRC: rows([(o) => c.IsISRC(o), 'USAT29900609']),
  IsISSN: rows([(o) => c.IsISSN({}, o), '0378-5955'], [(o) => c.IsISSN({ require_hyphen: true }, o), '0378-5955']),
  IsIdentityCard: rows([(o) => c.IsIdentityCard('ES', o), '99999999R']),
  IsIn: rows([(o) => c.IsIn(['a', 1, true, null], o), 'a', 1, true, null], [(o) => c.IsIn(['only'], o), 'only']),
  IsInstance: rows([(o) => c.IsInstance(Date, o), THE_DAY]),
  IsInt: rows([(o) => c.IsInt(o), 5, -0, 1e300]),
  IsJSON: rows([(o) => c.IsJSON(o), '{"a":[1]}']),
  IsJWT: rows([(o) => c.IsJWT(o), 'eyJhbGciOiJIUzI1NiJ9.eyJhIjoxfQ.c2lnbmF0dXJl']),
  IsLatLong: rows([(o) => c.IsLatLong(o), '47.37,8.54']),
  IsLatitude: rows([(o) => c.IsLatitude(o), '47.37', 47.37]),
  IsLocale: rows([(o) => c.IsLocale(o), 'de-CH']),
  IsLongitude: rows([(o) => c.IsLongitude(o), '8.54', -180]),
  IsLowercase: rows([(o) => c.IsLowercase(o), 'abc']),
  IsMACAddress: rows(
    [(o) => c.IsMACAddress(undefined, o), '01:02:03:04:05:ab'],
    [(o) => c.IsMACAddress({ no_separators: true }, o), '0102030405ab'],
  ),
  IsMagnetURI: rows([(o) => c.IsMagnetURI(o), `magnet:?xt=urn:btih:${'a1'.repeat(20)}&dn=a`]),
  IsMilitaryTime: rows([(o) => c.IsMilitaryTime(o), '23:59']),
  IsMimeType: rows([(o) => c.IsMimeType(o), 'text/plain']),
  IsMobilePhone: rows([(o) => c.IsMobilePhone('de-CH', {}, o), '+41791234567']),
  IsMongoId: rows([(o) => c.IsMongoId(o), '507f1f77bcf86cd799439011']),
  IsMultibyte: rows([(o) => c.IsMultibyte(o), 'ひ']),
  IsNegative: rows([(o) => c.IsNegative(o), -1, Number.NEGATIVE_INFINITY]),
  IsNotEmpty: rows([(o) => c.IsNotEmpty(o), 'a', 0, Number.NaN]),
  IsNotEmptyObject: rows(
    [(o) => c.IsNotEmptyObject({}, o), { a: undefined }],
    [(o) => c.IsNotEmptyObject({ nullable: false }, o), { a: 1 }],
  ),
  IsNotIn: rows([(o) => c.IsNotIn(['a', 1, undefined], o), 'b', 2, null]),
  IsNumber: rows(
    [(o) => c.IsNumber({}, o), 5.5, -0],
    [(o) => c.IsNumber({ allowNaN: true, allowInfinity: true }, o), Number.NaN, Number.POSITIVE_INFINITY],
    [(o) => c.IsNumber({ maxDecimalPlaces: 2 }, o), 5.25],
  ),
  IsNumberString: rows(
    [(o) => c.IsNumberString({}, o), '-5.5'],
    [(o) => c.IsNumberString({ no_symbols: true }, o), '55'],
  ),
  IsObject: rows([(o) => c.IsObject(o), {}, new Map(), () => 1]),
  IsOctal: rows([(o) => c.IsOctal(o), '0o17']),
  IsPassportNumber: rows([(o) => c.IsPassportNumber('CH', o), 'X1234567']),
  IsPhoneNumber: rows([(o) => c.IsPhoneNumber('CH', o), '+41446681800']),
  IsPort: rows([(o) => c.IsPort(o), '8080']),
  IsPositive: rows([(o) => c.IsPositive(o), 1, Number.MIN_VALUE]),
  IsPostalCode: rows([(o) => c.IsPostalCode('CH', o), '8001'], [(o) => c.IsPostalCode('any', o), '8001']),
  IsRFC3339: rows([(o) => c.IsRFC3339(o), '2026-02-28T12:00:00Z']),
  IsRgbColor: rows([(o) => c.IsRgbColor(false, o), 'rgb(5,5,5)'], [(o) => c.IsRgbColor(true, o), 'rgb(5%,5%,5%)']),
  IsSemVer: rows([(o) => c.IsSemVer(o), '1.2.3-rc.1']),
  IsString: rows([(o) => c.IsString(o), '', Object('x')]),
  IsStrongPassword: rows([(o) => c.IsStrongPassword({ minLength: 4 }, o), 'aB3$']),
  IsSurrogatePair: rows([(o) => c.IsSurrogatePair(o), '😀']),
  IsTaxId: rows([(o) => c.IsTaxId('en-US', o), '01-1234567']),
  IsTimeZone: rows([(o) => c.IsTimeZone(o), 'Europe/Zurich']),
  IsUUID: rows(
    [(o) => c.IsUUID('4', o), '9b2fa1a6-5f5c-4c8e-9d5b-7a1b2c3d4e5f'],
    [(o) => c.IsUUID(['1', 'nil'], o), '00000000-0000-0000-0000-000000000000'],
  ),
  IsUppercase: rows([(o) => c.IsUppercase(o), 'ABC']),
  IsUrl: rows(
    [(o) => c.IsUrl({}, o), 'https://cuecard.dev/a?b#c'],
    [(o) => c.IsUrl({ protocols: ['ftp'] }, o), 'ftp://a.ch'],
  ),
  IsVariableWidth: rows([(o) => c.IsVariableWidth(o), 'ひa']),
  Length: rows(
    [(o) => c.Length(2, 5, o), 'abc'],
    [(o) => c.Length(20, 30, o), 'a'.repeat(25)],
    [(o) => c.Length(2, undefined, o), 'a'.repeat(100)],
  ),
  Matches: rows([(o) => c.Matches(/^a+$/i, o), 'aAa'], [(o) => c.Matches('^b', 'i', o), 'Ba']),
  Max: rows([(o) => c.Max(10, o), 10, -1]),
  MaxDate: rows([(o) => c.MaxDate(THE_DAY, o), new Date(0)], [(o) => c.MaxDate(() => THE_DAY, o), THE_DAY]),
  MaxLength: rows([(o) => c.MaxLength(3, o), '', '😀😀😀']),
  Min: rows([(o) => c.Min(3, o), 3, 1e9]),
  MinDate: rows([(o) => c.MinDate(THE_DAY, o), THE_DAY], [(o) => c.MinDate(() => THE_DAY, o), new Date('2030-01-01')]),
  MinLength: rows([(o) => c.MinLength(3, o), 'abc', '😀😀😀']),
  NotContains: rows([(o) => c.NotContains('ab', o), 'ba']),
  NotEquals: rows([(o) => c.NotEquals('a', o), 'b', null]),
};

/** What `class-validator` exports besides, each with the reason why the table has nothing for it. */
const OTHERS: Readonly<Record<string, string>> = {
  Allow: 'forbids nothing',
  IsOptional: 'is a condition',
  MetadataStorage: 'is a class',
  Validate: 'takes a class of the application',
  ValidateBy: 'takes a validator of the application',
  ValidateIf: 'is a condition',
  ValidateNested: 'leads to other classes',
  ValidatePromise: 'is left to class-validator',
  ValidationError: 'is a class',
  ValidationTypes: 'is a class',
  Validator: 'is a class',
  ValidatorConstraint: 'decorates a class of the application',
};

test('every decorator that class-validator exports is judged here', () => {
  const exported = Object.entries(classValidator).filter(([, value]) => typeof value === 'function');
  const decorators = exported.map(([name]) => name).filter((name) => /^[A-Z]/.test(name));
  expect(decorators.toSorted()).toEqual([...Object.keys(RULES), ...Object.keys(OTHERS)].toSorted());
});

/** Values of kinds that a rule may not have thought of. */
const GARBAGE: readonly unknown[] = [
  undefined,
  null,
  Number.NaN,
  0,
  -0,
  -1,
  1.5,
  Number.POSITIVE_INFINITY,
  10n,
  true,
  false,
  '',
  ' ',
  '\0',
  '5',
  'a',
  'a\u202Eb',
  '\uD800',
  'x'.repeat(10_000),
  Symbol('mark'),
  {},
  { length: 3 },
  { constructor: 'mine' },
  { constructor: () => 'mine' },
  Object.create(null),
  [],
  [undefined],
  [null, 'a', ['a']],
  // oxlint-disable-next-line no-sparse-arrays
  [1, , 2],
  new Set(['a', 1]),
  new Map<unknown, unknown>([
    ['a', 'b'],
    [{}, 5],
  ]),
  new Date('2026-02-28'),
  new Date(Number.NaN),
  Object('boxed'),
  Object(5),
  Object(false),
  /a/g,
  () => 1,
  class {},
  new Error('mistake'),
  new Uint8Array(3),
  new URL('https://cuecard.dev'),
];

const key = fc.string();
// Without maps: class-validator fails on a key that is `undefined` or `null`, and the plan does not.
const deep = fc.anything({ withBigInt: true, withDate: true, withSet: true, withSparseArray: true });
const garbage = fc.oneof(
  fc.constantFrom(...GARBAGE),
  deep,
  fc.string({ unit: anyCharacter }),
  fc.double(),
  fc.integer(),
);

/** Values for a rule: that keep it, that almost do, collections of both, and anything else. */
function valuesFor(valid: readonly unknown[]): fc.Arbitrary<unknown> {
  const good = fc.constantFrom(...valid);
  const single = fc.oneof(good, garbage, good.map(almost));
  return fc.oneof(
    { weight: 3, arbitrary: single },
    fc.array(fc.oneof({ weight: 5, arbitrary: good }, single), { maxLength: 4 }),
    fc.array(single, { maxLength: 4 }).map((items) => new Set(items)),
    fc.array(fc.tuple(key, single), { maxLength: 4 }).map((entries) => new Map(entries)),
  );
}

function almost(value: unknown): unknown {
  if (typeof value === 'string') return `${value.slice(1)}é`;
  if (typeof value === 'number') return -value - 0.5;
  return Array.isArray(value) ? [...(value as unknown[]), 'a', 'a'] : [value];
}

/** A class with the rule in every setting, and how to put one value into all of them. */
function everySetting(make: MakeRule): new (value: unknown) => object {
  class Settings {
    [property: string]: unknown;
    constructor(value: unknown) {
      for (const property of SETTINGS.keys()) this[property] = value;
    }
  }
  for (const [property, decoratorsOf] of SETTINGS) decorate(Settings, property, ...decoratorsOf(make));
  return Settings;
}

const truthy = (_object: object, value: unknown) => Boolean(value);
const isMap = (_object: object, value: unknown) => value instanceof Map;

const SETTINGS: ReadonlyMap<string, (make: MakeRule) => PropertyDecorator[]> = new Map([
  ['alone', (make: MakeRule) => [make()]],
  ['each', (make) => [make({ each: true })]],
  ['inGroup', (make) => [make({ groups: ['a'] })]],
  ['inOthers', (make) => [make({ groups: ['b', 'c'], each: true })]],
  ['always', (make) => [make({ always: true })]],
  ['groupAlways', (make) => [make({ groups: ['b'], always: true })]],
  ['never', (make) => [make({ groups: ['a'], always: false })]],
  ['onlyIf', (make) => [make({ validateIf: truthy })]],
  ['eachOnlyIf', (make) => [make({ each: true, validateIf: isMap })]],
  ['optional', (make) => [IsOptional({ groups: ['a'], always: true }), make({ context: { code: 7 }, message: '' })]],
  ['conditional', (make) => [ValidateIf(truthy), make(), Allow()]],
  ['conditions', (make) => [ValidateIf(isMap), IsOptional(), ValidateIf(truthy), make({ each: true })]],
  ['defined', (make) => [IsDefined(), make()]],
  ['described', (make) => [make({ message: '$property of $target: $constraint1, $constraint2' })]],
  ['described2', (make) => [make({ each: true, message: ({ property, targetName }) => `${targetName}.${property}` })]],
]);

const GROUPS = [[], ['a'], ['b'], ['a', 'c'], ['unused']];

describe('a rule is judged, and told in the same words', () => {
  test.each(Object.entries(RULES))('%s', async (_name, table) => {
    for (const { make, valid } of table) {
      const Settings = everySetting(make);
      const breaksAlone = async (value: unknown) => {
        const verdict = await expectSameMessages(new Settings(value));
        return verdict !== 'threw' && verdict.some(({ path }) => path === 'alone');
      };
      // A row that nothing keeps, or nothing breaks, would promise nothing.
      for (const value of valid) expect(await breaksAlone(value)).toBe(false);
      let broken = 0;
      for (const value of GARBAGE) broken += Number(await breaksAlone(value));
      expect(broken).toBeGreaterThan(0);
      const property = fc.asyncProperty(valuesFor(valid), fc.constantFrom(...GROUPS), async (value, groups) => {
        await expectSameMessages(new Settings(value), groups);
      });
      await fc.assert(property, { numRuns: amount(15) });
    }
  });
});

// None of these throws: a promise that class-validator leaves behind then would end the tests.
const kindOf = (value: unknown) => (typeof value === 'string' ? value : Object.prototype.toString.call(value));

@ValidatorConstraint({ name: 'isCalm' })
class IsCalm {
  validate = (value: unknown, { constraints }: ValidationArguments) =>
    !kindOf(value).includes((constraints as string[] | undefined)?.[0] ?? 'a');
  defaultMessage = () => '$property must be calm';
}
@ValidatorConstraint({ name: 'isLateCalm', async: true })
class IsLateCalm {
  validate = async (value: unknown) => typeof value === 'string';
}
@ValidatorConstraint()
class Unnamed {
  validate = (value: unknown) => typeof value === 'object';
}
@ValidatorConstraint({ name: 'first' })
@ValidatorConstraint({ name: 'second' })
class Twice {
  validate = (value: unknown) => value !== 'a';
}
class Undecorated {
  validate = () => false;
}
const isShort = { validate: (value: unknown) => kindOf(value).length < 9 };
const isShortLater = { validate: async (value: unknown) => isShort.validate(value) };
const isSometimesLate = { validate: (value: unknown) => (value ? Promise.resolve(value === true) : value === 0) };

const registered =
  (rule: Pick<Parameters<typeof registerDecorator>[0], 'name' | 'validator' | 'async'>): MakeRule =>
  (options = {}) =>
  (prototype, property) =>
    registerDecorator({ ...rule, target: prototype.constructor, propertyName: String(property), options });

const CONDITIONS: readonly MakeRule[] = [
  (options) => IsOptional(options),
  (options) => ValidateIf(truthy, options),
  (options) => ValidateIf(isMap, options),
  (options) => ValidateIf((object: Values) => object['a'] !== undefined, options),
];

/** What an application adds, and what is no rule of a value. */
const OTHER_RULES: readonly MakeRule[] = [
  (options) => Allow(options),
  (options) => Validate(IsCalm, options),
  (options) => Validate(IsCalm, ['b'], options),
  (options) => Validate(IsLateCalm, options),
  (options) => Validate(Unnamed, options),
  (options) => Validate(Twice, options),
  (options) => Validate(Undecorated, options),
  (options) => ValidateBy({ name: 'isShort', validator: isShort }, options),
  (options) => ValidateBy({ name: 'isShort', validator: isSometimesLate, async: true }, options),
  registered({ name: 'isShort', validator: isShort }),
  registered({ name: 'isShortLater', validator: isShortLater, async: true }),
  registered({ validator: isShort } as never),
  registered({ name: 'isDefined', validator: isShort }),
  registered({ name: 'unused', validator: IsCalm }),
];

const anyRule = fc.oneof(
  { weight: 2, arbitrary: fc.constantFrom(...Object.values(RULES).flatMap((table) => table.map(({ make }) => make))) },
  { weight: 2, arbitrary: fc.constantFrom(...OTHER_RULES) },
  { weight: 1, arbitrary: fc.constantFrom(...CONDITIONS) },
  { weight: 1, arbitrary: fc.constant<MakeRule>((options) => ValidateNested(options)) },
);
const anyOptions: fc.Arbitrary<ValidationOptions> = fc.record(
  {
    each: fc.boolean(),
    groups: fc.constantFrom([], ['a'], ['b'], ['a', 'b']),
    always: fc.boolean(),
    validateIf: fc.constantFrom(truthy, isMap, () => true),
    message: fc.constantFrom('$property is wrong', () => 'wrong'),
  },
  { requiredKeys: [], noNullPrototype: true },
);
const PROPERTIES = ['a', 'b', 'c'] as const;
const anyClass = fc.record({
  isSubclass: fc.boolean(),
  rules: fc.array(fc.tuple(fc.constantFrom(...PROPERTIES), anyRule, fc.option(anyOptions, { nil: undefined })), {
    minLength: 1,
    maxLength: 8,
  }),
});
const anyClasses = fc.tuple(anyClass, anyClass, anyClass);

/** Makes the classes; each may be the parent of the next. */
function makeClasses(specs: readonly (typeof anyClass extends fc.Arbitrary<infer T> ? T : never)[]) {
  const classes: (new () => object)[] = [];
  for (const { isSubclass, rules } of specs) {
    const Parent = (isSubclass && classes.at(-1)) || class {};
    class Made extends Parent {}
    for (const [property, make, options] of rules) decorate(Made, property, make(options));
    classes.push(Made);
  }
  return classes;
}

/** Makes a value, once the classes are there. */
type Make = (classes: readonly (new () => object)[]) => unknown;

const anyValid = fc.constantFrom(...Object.values(RULES).flatMap((table) => table.flatMap(({ valid }) => valid)));
const { instance } = fc.letrec<{ instance: Make; value: Make }>((tie) => ({
  instance: fc
    .tuple(fc.nat({ max: 2 }), fc.dictionary(fc.constantFrom(...PROPERTIES), tie('value'), { maxKeys: 3 }))
    .map(([index, properties]): Make => (classes) => {
      const object = new classes[index]!();
      for (const [name, make] of Object.entries(properties)) Object.assign(object, { [name]: make(classes) });
      return object;
    }),
  value: fc.oneof(
    { depthSize: 'small', maxDepth: 5, withCrossShrink: true },
    fc.oneof(anyValid, garbage).map(
      (value): Make =>
        () =>
          value,
    ),
    tie('instance'),
    fc.array(tie('value'), { maxLength: 3 }).map(
      (items): Make =>
        (classes) =>
          items.map((make) => make(classes)),
    ),
    fc.array(tie('value'), { maxLength: 3 }).map(
      (items): Make =>
        (classes) =>
          new Set(items.map((make) => make(classes))),
    ),
    fc.array(fc.tuple(fc.oneof(key, fc.integer(), fc.constant(Symbol('key'))), tie('value')), { maxLength: 3 }).map(
      (entries): Make =>
        (classes) =>
          new Map(entries.map(([name, make]) => [name, make(classes)])),
    ),
  ),
}));

test('any classes with any rules, one inside the other, are judged the same', async () => {
  let broken = 0;
  const property = fc.asyncProperty(
    anyClasses,
    fc.array(instance, { minLength: 4, maxLength: 4 }),
    fc.constantFrom(...GROUPS),
    async (specs, instances, groups) => {
      const classes = makeClasses(specs);
      for (const make of instances) broken += (await expectSameRules(make(classes) as object, groups)).length;
      for (const type of classes) forgetRules(type);
    },
  );
  // One that fails is not looked into any longer than this.
  await fc.assert(property, { numRuns: amount(400), interruptAfterTimeLimit: 30_000 });
  expect(broken).toBeGreaterThan(amount(300));
});

test('objects in objects, arrays, sets and maps are judged where they are', async () => {
  class Leaf {
    @IsString()
    name: unknown;
    constructor(name: unknown) {
      this.name = name;
    }
  }
  class Branch {
    @ValidateNested()
    left: unknown;

    @ValidateNested({ each: true, message: '$property is no leaf' })
    right: unknown;

    constructor(left: unknown, right: unknown) {
      this.left = left;
      this.right = right;
    }
  }
  const bad = new Leaf(5);
  const message = 'name must be a string';
  const right = 'right is no leaf';
  const inRight = async (value: unknown) => expectSameMessages(new Branch(undefined, value));

  expect(await expectSameMessages(new Branch(bad, new Branch(new Leaf('a'), bad)))).toEqual([
    { path: 'left.name', rule: 'isString', message },
    { path: 'right.right.name', rule: 'isString', message },
  ]);
  expect(await inRight([bad, new Leaf('a'), [bad]])).toEqual([
    { path: 'right[0].name', rule: 'isString', message },
    { path: 'right[2][0].name', rule: 'isString', message },
  ]);
  expect(await inRight(new Set([new Leaf('a'), bad]))).toEqual([{ path: 'right[1].name', rule: 'isString', message }]);
  expect(await inRight(new Map([['key', bad]]))).toEqual([{ path: 'right[key].name', rule: 'isString', message }]);
  expect(await inRight(['text', null, undefined, 5, {}])).toMatchObject(
    ['right[0]', 'right[1]', 'right[3]'].map((path) => ({ path, rule: 'nestedValidation' })),
  );
  for (const wrong of ['text', null, 5, true, Symbol('mark'), Object.create(null)]) {
    expect(await ourVerdict(new Branch(undefined, wrong), [])).toEqual([
      { path: 'right', rule: 'nestedValidation', message: right },
    ]);
    await expectSameRules(new Branch(wrong, wrong));
  }
  for (const odd of [{ constructor: 'mine' }, { constructor: () => 'mine' }, () => 'mine', class {}]) {
    expect(await inRight(odd)).toEqual([]);
  }
});

test('a subclass that declares a property again keeps the rules of other kinds', async () => {
  class Parent {
    @MaxLength(3)
    @ValidateIf(truthy)
    @IsDefined()
    code: unknown = 'long';

    @MaxLength(3)
    kept = 'long';
  }
  class Child extends Parent {
    @IsInt()
    override code: unknown = 'long';
  }
  class Grandchild extends Child {
    @IsDefined({ message: 'say $property' })
    override code: unknown = null;
  }
  const kept = { path: 'kept', rule: 'maxLength', message: 'kept must be shorter than or equal to 3 characters' };
  const verdict = [{ path: 'code', rule: 'isInt', message: 'code must be an integer number' }, kept];
  expect(await expectSameMessages(new Child())).toEqual(verdict);
  expect(await expectSameMessages(new Grandchild())).toEqual([kept]);
  expect(await ourVerdict(Object.assign(new Grandchild(), { code: 'x' }), [])).toEqual(verdict);
});

describe('a rule that fails', () => {
  const failing = new Error('not today');
  const fail = () => {
    throw failing;
  };
  const failLater = async () => fail();

  test.each<[string, PropertyDecorator]>([
    ['at once', registered({ name: 'fails', validator: { validate: fail } })()],
    ['for each item', registered({ name: 'fails', validator: { validate: fail } })({ each: true })],
    ['later', registered({ name: 'fails', validator: { validate: failLater }, async: true })()],
    ['as a condition', ValidateIf(fail)],
    ['as its own condition', IsString({ validateIf: fail })],
  ])('%s fails the validation, also behind a condition that does not hold', async (_when, decorator) => {
    class Fails {
      value = ['text'];
    }
    decorate(Fails, 'value', decorator);
    expect(await expectSameRules(new Fails())).toBe('threw');

    class Conditional extends Fails {}
    decorate(
      Conditional,
      'value',
      ValidateIf(() => false),
    );
    await expectSameRules(new Conditional());
  });

  test('leaves no promise behind that nobody waits for', async () => {
    class Fails {
      later = 1;
      now = 2;
    }
    decorate(Fails, 'later', registered({ name: 'fails', validator: { validate: failLater }, async: true })());
    decorate(Fails, 'now', registered({ name: 'fails', validator: { validate: fail } })());
    const left: unknown[] = [];
    const listener = (reason: unknown) => left.push(reason);
    process.on('unhandledRejection', listener);
    expect(await ourVerdict(new Fails(), [])).toBe('threw');
    await new Promise((resolve) => setTimeout(resolve, 5));
    process.off('unhandledRejection', listener);
    expect(left).toEqual([]);
  });
});

describe('@ValidatePromise', () => {
  class Promising {
    @ValidatePromise()
    @ValidateIf((_, value) => value !== 'unjudged')
    @MaxLength(3)
    code: unknown;

    @MaxLength(3)
    @IsOptional()
    note?: unknown;

    constructor(code: unknown) {
      this.code = code;
    }
  }

  test.each(['a', 'long', 5, null, undefined, ['a'], 'unjudged'])('has %j judged when promised', async (value) => {
    const promised = new Promising(Promise.resolve(value));
    await expect(expectSameMessages(new Promising(value))).resolves.toBeDefined();
    await expect(expectSameRules(promised)).resolves.toBeDefined();
    await expect(expectSameRules(Object.assign(promised, { note: 'long' }))).resolves.toBeDefined();
  });

  test('leads into promised objects', async () => {
    class Holder {
      @ValidateNested()
      @ValidatePromise()
      inside: unknown = Promise.resolve([new Promising('long'), new Promising('a')]);
    }
    expect(await ourVerdict(new Holder(), [])).toEqual([
      { path: 'inside[0].code', rule: 'maxLength', message: 'code is not valid (maxLength)' },
    ]);
    await expectSameRules(new Holder());
  });

  test('is told at start-up, because class-validator itself judges what is promised', async () => {
    class Args {
      @Arg({ type: JSON })
      @ValidatePromise()
      @IsIn(['a'])
      code: unknown;

      @Arg({ required: false })
      @MaxLength(3)
      note?: string;

      @Arg()
      promising!: Promising;
    }
    class Review implements PromptHandler<Args> {
      render = () => 'reviewed';
    }
    Prompt({ args: Args })(Review);
    const log: string[] = [];
    const logger = { warn: (message: string) => log.push(message), error: () => {} };
    const runtime = new Runtime({ prompts: [Review], logger });
    expect(runtime.registry.get('review')?.delegatedRules).toEqual(['Promising.code', 'Args.code']);

    const given = { code: '"b"', promising: '{ "code": "long" }' };
    await expect(runtime.get({ name: 'review', arguments: given })).rejects.toMatchObject({
      errors: [
        { argument: 'code', rule: 'isIn' },
        { argument: 'promising.code', rule: 'maxLength' },
      ],
    });
    const promised = { code: Promise.resolve('b'), promising: new Promising(Promise.resolve('long')) };
    await expect(runtime.render(Review, promised)).rejects.toMatchObject({
      errors: [
        { argument: 'code', rule: 'isIn', message: 'code is not valid (isIn)' },
        { argument: 'promising.code', rule: 'maxLength', message: 'promising.code is not valid (maxLength)' },
      ],
    });
    expect(await runtime.render(Review, { code: Promise.resolve('a'), promising: new Promising('a') })).toEqual({
      messages: [{ role: 'user', content: { type: 'text', text: 'reviewed' } }],
    });
    expect(log).toEqual(
      ['Promising.code', 'Args.code'].map((place) => `${place} is validated by class-validator itself, which is slow`),
    );
  });
});
