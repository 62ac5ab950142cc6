import { Arg, InvalidArgumentsError, Prompt, type PromptHandler, Registry, Runtime } from '@cuecard/core';
import { describe, expect, test } from '@jest/globals';
import {
  ArrayMaxSize,
  ArrayNotEmpty,
  Equals,
  IsArray,
  IsBase64,
  IsBoolean,
  IsBooleanString,
  IsDate,
  IsDateString,
  IsEmpty,
  IsEnum,
  IsIn,
  IsInstance,
  IsInt,
  IsISO8601,
  IsJSON,
  IsNumber,
  IsNumberString,
  IsObject,
  IsOptional,
  IsRFC3339,
  IsString,
  IsUrl,
  Max,
  MaxLength,
  Min,
  MinDate,
  registerDecorator,
  Validate,
  ValidateIf,
  ValidateNested,
  ValidatePromise,
  ValidatorConstraint,
} from 'class-validator';
import { linesOf } from './support/faults.ts';

function promptOf<Args extends object>(args: new () => Args) {
  class Uses implements PromptHandler<Args> {
    render = (given: Args) => JSON.stringify(given);
  }
  Prompt({ args })(Uses);
  return Uses;
}

const faultsOf = (args: new () => object) => linesOf(() => new Registry([promptOf(args)]));

/** Returns the violated rules of each argument; none if the arguments are accepted. */
async function refusalsOf(args: new () => object, given: Record<string, unknown>): Promise<unknown> {
  const runtime = new Runtime({ prompts: [promptOf(args)] });
  return runtime.prompts.get({ name: 'uses', arguments: given as Record<string, string> }).then(toNothing, toFaults);
}

async function refusalsInProcess<Args extends object>(args: new () => Args, given: Partial<Args>): Promise<unknown> {
  const prompt = promptOf(args);
  return new Runtime({ prompts: [prompt] }).prompts.render(prompt, given as never).then(toNothing, toFaults);
}

const toNothing = () => [];
const toFaults = (error: unknown) =>
  error instanceof InvalidArgumentsError ? error.errors.map(({ argument, rule }) => `${argument} ${rule}`) : error;

describe('Registry with a rule that no value of the type satisfies', () => {
  test('rejects such a rule on a string', () => {
    class Wrong {
      @Arg() @IsInt() count!: string;
      @Arg() @IsNumber() @Min(1) amount!: string;
      @Arg() @IsBoolean() dry!: string;
      @Arg() @IsDate() day!: string;
      @Arg() @IsArray() tags!: string;
      @Arg() @IsObject() options!: string;
      @Arg() @ValidateNested() stop!: string;
      @Arg() @IsInstance(Date) when!: string;
      @Arg() @IsIn([1, 2]) level!: string;
    }
    expect(faultsOf(Wrong)).toEqual([
      'Wrong.count is of the type string, which @IsInt() always rejects. Declare the property as number, or remove @IsInt().',
      'Wrong.amount is of the type string, which @Min() always rejects. Declare the property as number, or remove @Min().',
      'Wrong.amount is of the type string, which @IsNumber() always rejects. Declare the property as number, or remove @IsNumber().',
      'Wrong.dry is of the type string, which @IsBoolean() always rejects. Declare the property as boolean, or remove @IsBoolean().',
      'Wrong.day is of the type string, which @IsDate() always rejects. Declare the property as Date, or remove @IsDate().',
      'Wrong.tags is of the type string, which @IsArray() always rejects. Declare the property as an array, or remove @IsArray().',
      'Wrong.options is of the type string, which @IsObject() always rejects. Declare the property as a class, or remove @IsObject().',
      'Wrong.stop is of the type string, which @ValidateNested() always rejects. Declare the property as a class, or remove @ValidateNested().',
      'Wrong.when is of the type string, which @IsInstance() always rejects. Declare the property as a class, or remove @IsInstance().',
      'Wrong.level is of the type string, which @IsIn() always rejects. List only values of that type in @IsIn().',
    ]);
  });

  test('rejects @ValidatePromise(), even in a class without arguments', () => {
    class Inner {
      @ValidatePromise() @IsString() name!: unknown;
    }
    class Wrong {
      @Arg({ type: JSON })
      @ValidatePromise()
      value: unknown;

      @Arg() inner!: Inner;
      @Arg() @ValidatePromise() count!: number;
    }
    const problem = 'has @ValidatePromise(), but clients cannot send promises. Remove @ValidatePromise().';
    expect(faultsOf(Wrong)).toEqual([`Wrong.value ${problem}`, `Wrong.count ${problem}`, `Inner.name ${problem}`]);
  });

  test('rejects a rule for items on the array itself', () => {
    class Wrong {
      @Arg({ items: String }) @IsString() names!: string[];
      @Arg({ items: String }) @IsIn(['a', 'b']) letters!: string[];
      @Arg({ items: Number }) @IsInt({ each: true }) @Max(5) counts!: number[];
      @Arg({ items: Date }) @IsDateString() days!: Date[];
      @Arg({ items: String }) @ArrayMaxSize(5, { each: true }) tags!: string[];
      @Arg({ items: Number }) @IsString({ each: true }) codes!: number[];
      @Arg({ items: String }) @ValidateNested() stops!: string[];
    }
    expect(faultsOf(Wrong)).toEqual([
      'Wrong.names is of the type Array, which @IsString() always rejects. Add `each: true` to @IsString().',
      'Wrong.letters is of the type Array, which @IsIn() always rejects. Add `each: true` to @IsIn().',
      'Wrong.counts is of the type Array, which @Max() always rejects. Add `each: true` to @Max().',
      'Wrong.days is of the type Array, which @IsDateString() always rejects. Add `each: true` to @IsDateString().',
      'Wrong.tags has items of the type string, which @ArrayMaxSize() always rejects. Remove `each: true` from @ArrayMaxSize().',
      'Wrong.codes has items of the type number, which @IsString() always rejects. Declare its items as string, or remove @IsString().',
      'Wrong.stops has items of the type string, which @ValidateNested() always rejects. Declare its items as a class, or remove @ValidateNested().',
    ]);
  });

  test('rejects such a rule on a property of any other type', () => {
    class Stop {
      @Arg() city!: string;
    }
    class Wrong {
      @Arg() @IsString() day!: Date;
      @Arg() @MaxLength(5) count!: number;
      @Arg({ type: BigInt }) @IsInt() large!: bigint;
      @Arg() @IsString() dry!: boolean;
      @Arg() @IsString() stop!: Stop;
      @Arg() @ArrayNotEmpty() link!: URL;
      @Arg() @IsOptional() @ValidateIf(() => true) @MaxLength(9) bytes?: Uint8Array;
    }
    expect(faultsOf(Wrong)).toEqual([
      'Wrong.day is of the type Date, which @IsString() always rejects. Declare the property as string, or remove @IsString().',
      'Wrong.count is of the type number, which @MaxLength() always rejects. Declare the property as string, or remove @MaxLength().',
      'Wrong.large is of the type bigint, which @IsInt() always rejects. Declare the property as number, or remove @IsInt().',
      'Wrong.dry is of the type boolean, which @IsString() always rejects. Declare the property as string, or remove @IsString().',
      'Wrong.stop is of the type Object, which @IsString() always rejects. Declare the property as string, or remove @IsString().',
      'Wrong.link is of the type URL, which @ArrayNotEmpty() always rejects. Declare the property as an array, or remove @ArrayNotEmpty().',
      'Wrong.bytes is of the type Uint8Array, which @MaxLength() always rejects. Declare the property as string, or remove @MaxLength().',
    ]);
  });

  test('accepts @IsEmpty, @Equals(undefined) and rules of other groups', () => {
    class Fine {
      @Arg() @IsOptional() @IsEmpty() former?: number;
      @Arg() @IsOptional() @Equals(undefined) older?: string;
      @Arg() @IsInt({ groups: ['numbers'] }) @IsString({ groups: ['texts'] }) name!: string;
    }
    class Uses implements PromptHandler<Fine> {
      render = () => '';
    }
    Prompt({ args: Fine, groups: ['texts'] })(Uses);
    expect(new Registry([Uses]).names()).toEqual(['uses']);
  });

  test('accepts custom rules of any name', () => {
    const IsPositiveBigInt = (): PropertyDecorator => (prototype, propertyName) =>
      registerDecorator({
        name: 'isPositive',
        target: prototype.constructor,
        propertyName: propertyName as string,
        validator: { validate: (value) => typeof value === 'bigint' && value > 0n },
      });
    @ValidatorConstraint({ name: 'isInt' })
    class Never {
      validate = () => false;
    }
    class Fine {
      @Arg({ type: BigInt }) @IsPositiveBigInt() large!: bigint;
      @Arg() @Validate(Never) text!: string;
    }
    expect(faultsOf(Fine)).toEqual([]);
  });

  test('accepts a rule that some value satisfies', () => {
    enum Level {
      Low,
      High,
    }
    class Fine {
      @Arg({ items: String }) @IsArray() @ArrayNotEmpty() @IsIn(['a'], { each: true }) letters!: string[];
      @Arg() @IsEnum(Level) level!: Level;
      @Arg() @IsString({ each: true }) text!: string;
      @Arg() @MinDate(() => new Date(0)) day!: Date;
      @Arg() @IsObject() link!: URL;
      @Arg({ type: JSON }) @IsInt() @IsString() @IsISO8601() anything!: unknown;
    }
    expect(faultsOf(Fine)).toEqual([]);
  });
});

describe('Rule about strings', () => {
  test('validates the string form of a date', async () => {
    class Days {
      @Arg() @IsDateString({ strict: true }) day!: Date;
      @Arg() @IsISO8601() @IsOptional() other?: Date;
      @Arg() @IsRFC3339() @IsOptional() moment?: Date;
    }
    expect(await refusalsOf(Days, { day: '2026-05-01', other: '2026-05-01T10:30' })).toEqual([]);
    expect(await refusalsOf(Days, { day: '2026-05-01', moment: '2026-05-01' })).toEqual(['moment isRFC3339']);
    expect(await refusalsOf(Days, { day: '2026-05-01', moment: '2026-05-01T10:30:00Z' })).toEqual([]);
    expect(await refusalsOf(Days, { day: 'soon' })).toEqual(['day isDate']);
    const now = new Date();
    expect(await refusalsInProcess(Days, { day: now, other: now, moment: now })).toEqual([]);
  });

  test('validates the string form of a number', async () => {
    class Numbers {
      @Arg() @IsNumberString({ no_symbols: true }) count!: number;
    }
    expect(await refusalsOf(Numbers, { count: '12' })).toEqual([]);
    expect(await refusalsOf(Numbers, { count: '1e3' })).toEqual(['count isNumberString']);
    expect(await refusalsInProcess(Numbers, { count: 12 })).toEqual([]);
    expect(await refusalsInProcess(Numbers, { count: -12 })).toEqual(['count isNumberString']);
  });

  test('validates the string form of a boolean', async () => {
    class Flags {
      @Arg() @IsBooleanString() dry!: boolean;
    }
    expect(await refusalsOf(Flags, { dry: 'false' })).toEqual([]);
    expect(await refusalsOf(Flags, { dry: 'yes' })).toEqual(['dry isBooleanString']);
    expect(await refusalsInProcess(Flags, { dry: false })).toEqual([]);
  });

  test('validates the string forms of URLs, bytes and JSON', async () => {
    class Texts {
      @Arg() @IsUrl({ protocols: ['https'] }) @MaxLength(30) link!: URL;
      @Arg() @IsOptional() @IsBase64() bytes?: Uint8Array;
      @Arg({ type: JSON }) @IsOptional() @IsJSON() options?: object;
    }
    expect(await refusalsOf(Texts, { link: 'https://example.com', bytes: 'YQ==', options: '{}' })).toEqual([]);
    expect(await refusalsOf(Texts, { link: 'ftp://example.com' })).toEqual(['link isUrl']);
    expect(await refusalsOf(Texts, { link: `https://example.com/${'a'.repeat(30)}` })).toEqual(['link maxLength']);
    const given = { link: new URL('https://example.com'), bytes: new Uint8Array([251, 255]), options: {} };
    expect(await refusalsInProcess(Texts, given)).toEqual([]);
    expect(await refusalsInProcess(Texts, { link: new URL('ftp://example.com') })).toEqual(['link isUrl']);
  });

  test('validates the string forms of JSON properties and list items', async () => {
    class Stop {
      @Arg() @IsBooleanString() booked!: boolean;
      @Arg() @IsOptional() @IsRFC3339() at?: Date;
    }
    class Trip {
      @Arg({ items: Stop }) stops!: Stop[];
      @Arg({ items: Date }) @IsDateString({}, { each: true }) @IsOptional() days?: Date[];
    }
    const stops = JSON.stringify([{ booked: 'yes' }, { booked: true, at: '2026-05-01' }, { booked: 'true' }]);
    expect(await refusalsOf(Trip, { stops, days: '2026-05-01, 2026-05-02' })).toEqual([
      'stops[0].booked isBooleanString',
      'stops[1].at isRFC3339',
    ]);
  });

  test('accepts an initial value by its string form', async () => {
    class Days {
      @Arg() @IsDateString() day = new Date(0);
    }
    expect(await refusalsOf(Days, {})).toEqual([]);
    expect(await refusalsOf(Days, { day: '2026-05-01' })).toEqual([]);
  });
});
