import { Arg, type ArgumentFault, type Class, InvalidArgumentsError, Prompt, Runtime } from '@cuecard/core';
import { describe, expect, test } from '@jest/globals';
import { IntersectionType, OmitType, PartialType, PickType } from '@nestjs/mapped-types';
import { Transform } from 'class-transformer';
import { Allow, ArrayMaxSize, IsIn, IsOptional, Max, MaxLength } from 'class-validator';
import { argumentFault, missingArgument } from './support/faults.ts';

class City {
  @Arg() name!: string;
}
class TripArgs {
  @Arg({ title: 'Where', description: 'Where to go' }) @MaxLength(5) to!: string;
  @Arg() @Max(9) nights = 2;
  @Arg() since!: Date;
  @Arg({ items: City }) @ArrayMaxSize(1) stops: City[] = [];

  @Arg()
  @Transform(({ value }: { value: string }) => value.toLowerCase())
  @IsIn(['train', 'bus'])
  by = 'train';
}
class BudgetArgs {
  @Arg({ description: 'How much at most' }) @Max(1000) budget!: number;
  @Arg() @IsOptional() currency?: string;
  @Arg() isStrict = true;
}

/** Serves a prompt with these arguments. Returns its listed arguments and the values that it receives. */
function taking(args: Class) {
  let last: unknown;
  class Takes {
    render(given: object): string {
      last = given;
      return '';
    }
  }
  Prompt({ args })(Takes as never);
  const runtime = new Runtime({ prompts: [Takes] });
  return {
    listed: async () => (await runtime.prompts.list()).prompts[0]?.arguments,
    async get(values: Record<string, string>): Promise<unknown> {
      return runtime.prompts.get({ name: 'takes', arguments: values }).then(
        () => last,
        (error: InvalidArgumentsError): readonly ArgumentFault[] => error.errors,
      );
    },
  };
}

const to = { name: 'to', title: 'Where', description: 'Where to go: at most 5 characters', required: true };
const nights = { name: 'nights', description: 'a number, at most 9', required: false };
const since = { name: 'since', description: 'an ISO 8601 date', required: true };
const stops = { name: 'stops', description: 'a JSON array, at most 1 item, each a JSON object', required: false };
const by = { name: 'by', required: false };
const budget = { name: 'budget', description: 'How much at most: a number, at most 1000', required: true };
const currency = { name: 'currency', required: false };
const isStrict = { name: 'isStrict', description: 'true or false', required: false };
const tooLong = argumentFault(
  'to',
  'maxLength',
  'to must be shorter than or equal to 5 characters',
  'at most 5 characters',
);
const tooMany = argumentFault('nights', 'max', 'nights must not be greater than 9', 'at most 9');
const noDate = argumentFault('since', 'isDate', 'since must be an ISO 8601 date', 'an ISO 8601 date');

describe('Source class', () => {
  test('lists and validates all its arguments', async () => {
    const { listed, get } = taking(TripArgs);
    expect(await listed()).toEqual([to, nights, since, stops, by]);
    expect(await get({ nights: '10' })).toEqual([missingArgument('to'), tooMany, missingArgument('since')]);
  });

  test('keeps an argument if a subclass redeclares it with @Allow()', async () => {
    class Sub extends BudgetArgs {
      @Allow() declare currency: string;
    }
    expect(await taking(Sub).listed()).toEqual([budget, currency, isStrict]);
  });
});

describe('PartialType', () => {
  class Changes extends PartialType(TripArgs) {
    @Arg({ description: 'Why' }) reason!: string;
  }
  const { listed, get } = taking(Changes);

  test('makes all arguments optional, and adds arguments of the subclass', async () => {
    const optional = { required: false };
    const reason = { name: 'reason', description: 'Why', required: true };
    expect(await listed()).toEqual([{ ...to, ...optional }, nights, { ...since, ...optional }, stops, by, reason]);
  });

  test('keeps initial values, types, transformations and rules', async () => {
    expect(await get({ reason: 'rain' })).toEqual({ reason: 'rain', nights: 2, stops: [], by: 'train' });
    const all = { to: 'Bern', nights: '3', since: '2026-02-28', by: 'BUS', stops: '[{"name":"Biel"}]', reason: 'x' };
    const taken = await get(all);
    const [date, stop] = [new Date('2026-02-28T00:00:00Z'), { name: 'Biel' }];
    expect(taken).toEqual({ to: 'Bern', nights: 3, since: date, by: 'bus', stops: [stop], reason: 'x' });
    expect((taken as TripArgs).stops[0]).toBeInstanceOf(City);

    const bad = { to: 'Basel Stadt', nights: '10', since: 'today', by: 'car', stops: '[{"name":"Biel"},{}]' };
    expect(await get(bad)).toEqual([
      tooLong,
      tooMany,
      noDate,
      argumentFault('stops', 'arrayMaxSize', 'stops must contain no more than 1 elements', 'at most 1 item'),
      missingArgument('stops[1].name'),
      argumentFault('by', 'isIn', 'by must be one of the following values: train, bus', 'one of train, bus'),
      missingArgument('reason'),
    ]);
  });

  test('makes all arguments optional with skipNullProperties false', async () => {
    class Nullable extends PartialType(TripArgs, { skipNullProperties: false }) {}
    const nullable = taking(Nullable);
    expect(((await nullable.listed()) ?? []).map(({ required }) => required)).toEqual([
      false,
      false,
      false,
      false,
      false,
    ]);
    expect(await nullable.get({})).toEqual({ nights: 2, stops: [], by: 'train' });
    expect(await nullable.get({ to: 'Basel Stadt', nights: '10', since: 'today' })).toEqual([tooLong, tooMany, noDate]);
  });
});

describe('PickType', () => {
  test('keeps only the picked arguments', async () => {
    class Picked extends PickType(TripArgs, ['to', 'nights'] as const) {}
    const { listed, get } = taking(Picked);
    expect(await listed()).toEqual([to, nights]);
    expect(await get({ to: 'Bern' })).toEqual({ to: 'Bern', nights: 2 });
    expect(await get({ nights: '10', since: '2026-02-28' })).toEqual([
      missingArgument('to'),
      tooMany,
      { argument: 'since', rule: 'unknown', message: 'since is not a known argument' },
    ]);
  });
});

describe('OmitType', () => {
  test('removes the omitted arguments', async () => {
    class Left extends OmitType(TripArgs, ['since', 'stops', 'by'] as const) {
      @Arg({ required: false }) @MaxLength(2) declare to: string;
    }
    const { listed, get } = taking(Left);
    expect(await listed()).toEqual([nights, { name: 'to', description: 'at most 2 characters', required: false }]);
    expect(await get({})).toEqual({ nights: 2 });
    expect(await get({ to: 'Bern', by: 'bus' })).toEqual([
      { ...tooLong, message: 'to must be shorter than or equal to 2 characters', expected: 'at most 2 characters' },
      { argument: 'by', rule: 'unknown', message: 'by is not a known argument' },
    ]);
  });
});

describe('IntersectionType', () => {
  test('combines the arguments of both classes', async () => {
    class Both extends IntersectionType(TripArgs, BudgetArgs) {
      @Arg() @Max(500) declare budget: number;
    }
    const { listed, get } = taking(Both);
    expect(await listed()).toEqual([
      to,
      nights,
      since,
      stops,
      by,
      currency,
      isStrict,
      { name: 'budget', description: 'a number, at most 500', required: true },
    ]);
    expect(await get({ to: 'Bern', since: '2026-02-28', budget: '5', by: 'BUS', isStrict: 'no' })).toEqual({
      to: 'Bern',
      nights: 2,
      since: new Date('2026-02-28T00:00:00Z'),
      stops: [],
      by: 'bus',
      budget: 5,
      isStrict: false,
    });
    expect(await get({ to: 'Basel Stadt', since: 'today', budget: '501', nights: '10' })).toEqual([
      tooLong,
      tooMany,
      noDate,
      { argument: 'budget', rule: 'max', message: 'budget must not be greater than 500', expected: 'at most 500' },
    ]);
  });
});

describe('Nested mapped types', () => {
  test('apply in turn', async () => {
    class Search extends PartialType(
      IntersectionType(PickType(TripArgs, ['to', 'nights'] as const), OmitType(BudgetArgs, ['currency'] as const)),
    ) {}
    const { listed, get } = taking(Search);
    const optional = { required: false };
    expect(await listed()).toEqual([{ ...to, ...optional }, nights, { ...budget, ...optional }, isStrict]);
    expect(await get({})).toEqual({ nights: 2, isStrict: true });
    expect(await get({ to: 'Basel Stadt', budget: 'much' })).toEqual([
      tooLong,
      { argument: 'budget', rule: 'isNumber', message: 'budget must be a number', expected: 'a number' },
    ]);
  });
});

describe('Source class of mapped types', () => {
  test('keeps its arguments after other classes derive from it', async () => {
    expect(await taking(TripArgs).listed()).toEqual([to, nights, since, stops, by]);
    expect(await taking(BudgetArgs).listed()).toEqual([budget, currency, isStrict]);
    expect(await taking(BudgetArgs).get({})).toEqual([missingArgument('budget')]);
  });
});
