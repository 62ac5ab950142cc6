import { constraintsOf } from './rule-message.js';
import type { RuleMetadata } from './validation-rules.js';

/** The JavaScript types that class-validator's rules distinguish. */
export type JsType = 'string' | 'number' | 'bigint' | 'boolean' | 'Date' | 'URL' | 'Uint8Array' | 'Array' | 'Object';

/** What a rule of class-validator applies to. */
export interface RuleSubject {
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
  const [listed] = constraintsOf(rule);
  if (name === 'equals') return [listed];
  if (name === 'isIn') return Array.isArray(listed) ? listed : undefined;
  return name === 'isEnum' ? Object.values(Object(listed)) : undefined;
}
