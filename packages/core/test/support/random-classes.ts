import { Arg, type ArgOptions, type Class } from '@cuecard/core';
import { Transform } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayNotEmpty,
  ArrayUnique,
  Equals,
  IsArray,
  IsBoolean,
  IsDate,
  IsDefined,
  IsEmail,
  IsIn,
  IsInt,
  IsNotEmpty,
  IsNumber,
  IsObject,
  IsOptional,
  IsPositive,
  IsString,
  Length,
  Matches,
  Max,
  MaxDate,
  MaxLength,
  Min,
  Validate,
  ValidateIf,
  ValidateNested,
  ValidatorConstraint,
} from 'class-validator';
import * as fc from 'fast-check';

/** A type of an argument, with rules for the type, and JSON text that it may accept. */
interface ScalarType {
  readonly options: ArgOptions;
  readonly rules: readonly PropertyDecorator[];
  readonly texts: readonly string[];
}

/** The error that rules of an application throw. */
export const FAILED = new Error('A rule failed');

/** A rule of an application, which may reject a value, throw, or return a promise. */
@ValidatorConstraint({ name: 'moody' })
class Moody {
  validate(value: unknown): boolean | Promise<boolean> {
    if (value === 'throw') throw FAILED;
    return value === 'later' ? Promise.resolve(true) : value !== 'no';
  }
}

const thrown = Transform(({ value }: { value: unknown }) => {
  if (value === 'throw') throw new Error('A transformation failed');
  return value === 'other' ? 5 : value;
});

const ANY = [IsDefined(), IsOptional(), ValidateIf(() => true), Validate(Moody), thrown];

const SCALARS: readonly ScalarType[] = [
  {
    options: { type: String },
    rules: [IsString(), IsNotEmpty(), Length(1, 3), MaxLength(2), Matches(/^[a-z]*$/), IsEmail(), IsIn(['a', ''])],
    texts: ['"a"', '""', '"ab"', '"later"', '"no"', '"throw"', '"other"'],
  },
  {
    options: { type: Number },
    rules: [IsNumber(), IsInt(), Min(-5), Max(5), IsPositive(), IsIn([0, 5])],
    texts: ['0', '-0', '5', '1.5', '"5"', '"-1e3"', '1e308'],
  },
  { options: { type: BigInt }, rules: [], texts: ['5', '"123456789012345678901234567890"', '-0', '9007199254740991'] },
  { options: { type: Boolean }, rules: [IsBoolean(), Equals(true)], texts: ['true', 'false', '"yes"'] },
  {
    options: { type: Date },
    rules: [IsDate(), MaxDate(new Date(0))],
    texts: ['"2026-05-01"', '"1969-01-01T00:00:00Z"'],
  },
  { options: { type: URL }, rules: [], texts: ['"https://a.ch"', '"javascript:1"'] },
  { options: { type: Uint8Array }, rules: [], texts: ['"YQ=="', '""'] },
  { options: { type: JSON }, rules: [], texts: ['null', '{"a":1}', '"{"', '[[]]', '{"__proto__":{"a":1}}'] },
  { options: { type: { A: 'a', B: 'b', Number: 'toString' } }, rules: [], texts: ['"a"', '"toString"'] },
  { options: { type: { One: 1, Two: 2 } }, rules: [], texts: ['1', '2', '"2"'] },
];
const OF_LISTS = [IsArray(), ArrayMaxSize(2), ArrayNotEmpty(), ArrayUnique()];
const OF_CLASSES = [ValidateNested(), IsObject()];

/** Rules for any property: most do not fit its type. */
const RULES = [...ANY, ...OF_LISTS, ...OF_CLASSES, ...SCALARS.flatMap(({ rules }) => rules)];

const DEFAULTS: readonly unknown[] = ['a', '', 0, 5, true, [], ['a'], null];

/** The properties of a generated class and of its nested classes. */
export interface Blueprint {
  readonly members: readonly MemberPrint[];
}

interface MemberPrint {
  readonly name: string;
  readonly type: number | Blueprint;
  readonly isList: boolean;
  readonly rules: readonly number[];
  /** Whether the property may have any rules, even rules for other types. */
  readonly isOdd: boolean;
  readonly required: boolean | undefined;
  readonly standard: number;
}

export const NAMES = ['a', 'b', 'name', 'leaf', 'constructor', 'toString', 'hasOwnProperty', 'then', 'value-1', 'Ä'];

/** Any class: with nested classes, defaults and transformations. Its rules may contradict each other. */
export const { blueprint } = fc.letrec<{ blueprint: Blueprint; member: MemberPrint }>((tie) => ({
  blueprint: fc.record({
    members: fc.uniqueArray(tie('member'), { minLength: 1, maxLength: 4, selector: ({ name }) => name }),
  }),
  member: fc.record({
    name: fc.constantFrom(...NAMES),
    type: fc.oneof({ depthSize: 'small', withCrossShrink: true }, fc.nat(SCALARS.length - 1), tie('blueprint')),
    isList: fc.boolean(),
    rules: fc.array(fc.nat(), { maxLength: 2 }),
    isOdd: fc.nat(30).map((dice) => dice === 0),
    required: fc.constantFrom(true, false, undefined),
    standard: fc.nat(DEFAULTS.length * 20),
  }),
}));

/** The class of a blueprint. */
export function classOf({ members }: Blueprint): Class {
  const initial: Record<string, unknown> = {};
  // oxlint-disable-next-line no-extraneous-class -- its properties are set below
  class Args {
    constructor() {
      Object.assign(this, structuredClone(initial));
    }
  }
  for (const [index, member] of members.entries()) {
    const property = `property${index}`;
    const { name, type, isList, rules, required, standard } = member;
    if (standard < DEFAULTS.length) initial[property] = DEFAULTS[standard];
    const fitting = rulesFor(member);
    for (const rule of rules) fitting[rule % fitting.length]?.(Args.prototype, property);
    const declared = typeof type === 'number' ? SCALARS[type]?.options.type : classOf(type);
    const typed = (isList ? { items: declared } : { type: declared }) as ArgOptions;
    Arg({ name, ...(required !== undefined && { required }), ...typed })(Args.prototype, property);
  }
  return Args;
}

function rulesFor({ type, isList, isOdd }: MemberPrint): readonly PropertyDecorator[] {
  if (isOdd) return RULES;
  if (isList) return [...ANY, ...OF_LISTS];
  return [...ANY, ...(typeof type === 'number' ? (SCALARS[type]?.rules ?? []) : OF_CLASSES)];
}

/** JSON text that a class may accept. */
export function fittingJson({ members }: Blueprint): fc.Arbitrary<string> {
  const texts = members.map((member) => fittingValue(member).map((text) => `${JSON.stringify(member.name)}:${text}`));
  return fc.tuple(...texts).map((pairs) => `{${pairs.join()}}`);
}

function fittingValue({ type, isList }: MemberPrint): fc.Arbitrary<string> {
  const one = typeof type === 'number' ? fc.constantFrom(...(SCALARS[type]?.texts ?? [])) : fittingJson(type);
  return isList ? fc.array(one, { maxLength: 2 }).map((items) => `[${items.join()}]`) : one;
}
