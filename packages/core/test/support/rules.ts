import * as c from 'class-validator';

type Values = Record<string, unknown>;
export type MakeRule = (options?: c.ValidationOptions) => PropertyDecorator;

enum Colour {
  Red = 'red',
  Green = 'green',
}
enum Level {
  Low,
  High,
}
const THE_DAY = new Date('2026-02-28T12:00:00Z');

/** A rule, with values that satisfy it. */
interface Row {
  readonly make: MakeRule;
  readonly valid: readonly unknown[];
}

const rows = (...all: readonly (readonly [MakeRule, ...unknown[]])[]): readonly Row[] =>
  all.map(([make, ...valid]) => ({ make, valid }));

/** Every decorator that validates a value, by its name in `class-validator`. */
export const RULES: Readonly<Record<string, readonly Row[]>> = {
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

/** Other exports of `class-validator`, each with the reason why `RULES` does not contain it. */
export const OTHERS: Readonly<Record<string, string>> = {
  Allow: 'forbids nothing',
  IsOptional: 'is a condition',
  MetadataStorage: 'is a class',
  Validate: 'takes a class of the application',
  ValidateBy: 'takes a validator of the application',
  ValidateIf: 'is a condition',
  ValidateNested: 'leads to other classes',
  ValidatePromise: 'is a fault at start-up',
  ValidationError: 'is a class',
  ValidationTypes: 'is a class',
  Validator: 'is a class',
  ValidatorConstraint: 'decorates a class of the application',
};
