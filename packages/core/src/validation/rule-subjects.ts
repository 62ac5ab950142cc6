import { constraintsOf } from './rule-message.js';
import type { RuleMetadata } from './validation-rules.js';

/** The types of JavaScript that class-validator's rules tell apart. */
export type JsType = 'string' | 'number' | 'bigint' | 'boolean' | 'Date' | 'URL' | 'Uint8Array' | 'Array' | 'Object';

/** What a rule of class-validator is about. */
export interface RuleSubject {
  /** The decorator, as the application writes it: `@IsInt()`. */
  readonly decorator: string;
  /** The types of the values that can keep the rule; the first is the one that the rule is meant for. */
  readonly types: readonly [JsType, ...JsType[]];
}

/** class-validator's decorators by the types that can keep them. Those that any type can keep are not among them. */
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

/** Rules are named as their decorators are, but for the case of the letters, and for this one. */
const LENGTH = 'islength';

const SUBJECTS: ReadonlyMap<string, RuleSubject> = new Map(
  DECORATORS.flatMap(([types, names]) =>
    names.split(/\s+/).map((name) => {
      const key = name === 'Length' ? LENGTH : name.toLowerCase();
      return [key, { decorator: `@${name}()`, types }] as const;
    }),
  ),
);

/** What a rule is about; nothing for a rule of the application, and for one that values of any type can keep. */
export function subjectOf({ name }: RuleMetadata): RuleSubject | undefined {
  return SUBJECTS.get(name?.toLowerCase() ?? '');
}

/** Those that a value of any type can keep, by the names of their rules. */
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

/** class-validator's own decorator behind a rule, as the application writes it; nothing for a rule of the application. */
export function decoratorOf(rule: RuleMetadata): string | undefined {
  return subjectOf(rule)?.decorator ?? ANY_TYPE.get(rule.name);
}

/** The only values that keep a rule, where it lists them. */
export function listedValues(rule: RuleMetadata): readonly unknown[] | undefined {
  const { name } = rule;
  const [listed] = constraintsOf(rule);
  if (name === 'equals') return [listed];
  if (name === 'isIn') return Array.isArray(listed) ? listed : undefined;
  return name === 'isEnum' ? Object.values(Object(listed) as object) : undefined;
}
