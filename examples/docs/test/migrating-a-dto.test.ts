import { readFile } from 'node:fs/promises';
import { Arg, Prompt, type PromptHandler, Runtime } from '@cuecard/core';
import { expect, test } from '@jest/globals';
import { Exclude, Expose, plainToInstance, Transform, Type } from 'class-transformer';
import {
  Allow,
  IsBoolean,
  IsDate,
  IsDefined,
  IsEnum,
  IsIn,
  IsInt,
  IsNotEmpty,
  IsNumberString,
  IsOptional,
  IsString,
  MaxLength,
  ValidateIf,
  ValidateNested,
  validateSync,
} from 'class-validator';
import { TripArgs } from '../dist/migrating/dto/after.js';
import { TripDto } from '../dist/migrating/dto/before.js';

enum Pace {
  Slow = 'slow',
}

class Stop {
  @Arg() city!: string;
}

class Unmarked {
  @IsString() city!: string;
}

/** An argument for each row of the table that is neither required nor faulty. */
class Args {
  plain?: string;
  @Arg() @IsOptional() @Type(() => Number) number?: number;
  @Arg() @IsOptional() @Type(() => Date) @IsDate() date?: Date;
  @Arg() @IsOptional() @Type(() => Stop) @ValidateNested() stop?: Stop;
  @Arg() @IsOptional() unmarked?: Unmarked;
  @Arg() @IsOptional() @Transform(({ value }) => `${value}!`) transformed?: string;
  @Arg() @IsOptional() @Expose({ name: 'other' }) exposed?: string;
  @Arg() @IsOptional() @Exclude() excluded?: string;
  @Arg() @ValidateIf(({ number }: Args) => number === 5) @MaxLength(1) conditional?: string;
  @Arg() @IsOptional() @IsEnum(Pace) pace?: Pace;
  @Arg() @IsOptional() @IsNumberString() digits?: number;
  @Arg() @IsOptional() @IsBoolean() flag?: boolean;
  @Arg() @IsOptional() @Allow() allowed?: string;
}

class RequiredArgs {
  @Arg() @IsDefined() @IsNotEmpty() required!: string;
}

class GroupArgs {
  @Arg() @IsIn(['x'], { groups: ['strict'] }) @MaxLength(1, { groups: ['draft'] }) grouped!: string;
}

class ListArgs {
  @Arg() @Type(() => Stop) @ValidateNested({ each: true }) stops!: Stop[];
}

class IntArgs {
  @Arg() @IsInt() int!: string;
}

/** Returns what a handler gets for arguments as clients send them, or the rejected arguments with their rules. */
async function bind(given: Record<string, string>, args: new () => object = Args, groups?: string[]): Promise<unknown> {
  let got: unknown;
  @Prompt({ name: 'bound', args, ...(groups && { groups }) })
  class Bound implements PromptHandler {
    render(bound: object) {
      got = JSON.parse(JSON.stringify(bound));
      return 'ok';
    }
  }
  const runtime = new Runtime({ prompts: [Bound], logger: { error() {}, warn() {} } });
  try {
    await runtime.prompts.get({ name: 'bound', arguments: given });
    return got;
  } catch (error) {
    const { errors } = (error as { data: { errors: { argument: string; rule: string }[] } }).data;
    return errors.map(({ argument, rule }) => `${argument}: ${rule}`);
  }
}

/** Returns the error of a class at start-up. */
async function faultOf(args: new () => object): Promise<unknown> {
  return bind({}, args).catch(({ message }: Error) => message);
}

const rows: readonly [row: string, outcome: () => Promise<unknown>, expected: unknown][] = [
  ['a property without `@Arg`', () => bind({ plain: '1' }), ['plain: unknown']],
  ['`@Type(() => Number)`', () => bind({ number: '1' }), { number: 1 }],
  ['`@Type(() => Date)`, `@IsDate()`', () => bind({ date: '2026-05-01' }), { date: '2026-05-01T00:00:00.000Z' }],
  ['`@Type(() => Stop)`, `@ValidateNested()`', () => bind({ stop: '{"city":""}' }), ['stop.city: isDefined']],
  ['`@Type(() => Stop)` of an array', () => faultOf(ListArgs), expect.stringContaining('@Arg({ items: String })')],
  ['a nested class without `@Arg`', () => bind({ unmarked: '{"city":5}' }), ['unmarked.city: isString']],
  ['`@Transform(…)`', () => bind({ transformed: '1' }), { transformed: '1!' }],
  ['`@Expose({ name })`', () => bind({ other: '1' }), ['other: unknown']],
  ['`@Exclude()`', () => bind({ excluded: '1' }), { excluded: '1' }],
  ['`@IsOptional()`', () => bind({ allowed: '' }), {}],
  ['`@IsDefined()`, `@IsNotEmpty()`', () => bind({}, RequiredArgs), ['required: isDefined']],
  ['`@ValidateIf(…)`', () => bind({ number: '5' }), ['conditional: isDefined']],
  ['`@IsEnum(Pace)`', () => bind({ pace: 'fast' }), ['pace: isEnum']],
  ['`@IsInt() a: string`', () => faultOf(IntArgs), expect.stringContaining('Declare the property as number')],
  ['`@IsNumberString() a: number`', () => bind({ digits: '5' }), { digits: 5 }],
  ['`@IsBoolean()`', () => bind({ flag: 'true' }), { flag: true }],
  [
    '`groups`',
    () => Promise.all([bind({ grouped: 'y' }, GroupArgs), bind({ grouped: 'y' }, GroupArgs, ['draft'])]),
    [['grouped: isIn'], { grouped: 'y' }],
  ],
  ['`@Allow()`', () => bind({ allowed: 'y' }), { allowed: 'y' }],
];

test.each(rows)('a DTO is ported as the table says: %s', async (_, outcome, expected) => {
  expect(await outcome()).toEqual(expected);
});

test('the table has a row for each decorator that is tried here', async () => {
  const page = await readFile(new URL('../../../docs/migrating-a-dto.md', import.meta.url), 'utf8');
  const cells = [...page.matchAll(/^\| (?!decorator|-)(.*?) +\|/gm)].map(([, cell]) => cell);
  expect(cells).toEqual(rows.map(([row]) => row));
});

test('the ported DTO has the values of the one before', async () => {
  const stops = [{ city: 'Bern', nights: 2 }];
  const before = plainToInstance(TripDto, { start: '2026-05-01', stops, contact: ' Ann@Example.com ', people: '2' });
  expect(validateSync(before)).toEqual([]);
  const given = { start: '2026-05-01', stops: JSON.stringify(stops), contact: ' Ann@Example.com ', people: '2' };
  expect(await bind(given, TripArgs)).toEqual(JSON.parse(JSON.stringify(before)));
});
