import { Arg, DefinitionError, Prompt, Registry } from '@cuecard/core';
import { expect, test } from '@jest/globals';
import { Type } from 'class-transformer';
import { IsInt, IsOptional, Max, Min, ValidateNested } from 'class-validator';

class Stop {
  @Arg() @IsInt({ groups: ['booking'] }) nights!: number;
}
class TripArgs {
  @Arg() @IsInt() @Max(9, { groups: ['search', 'booking'] }) days!: number;
  @Arg({ items: Stop }) @IsOptional() stops?: Stop[];
  @Arg() @Min(1, { groups: ['payment'] }) price!: number;
}

function faultsOf(args: new () => object, groups: unknown): readonly string[] {
  class Trip {
    render = () => '';
  }
  Prompt({ args, groups: groups as string[] })(Trip as never);
  try {
    return new Registry([Trip]).faults.map(String);
  } catch (error) {
    if (!(error instanceof DefinitionError)) throw error;
    return error.faults.map(({ where, problem, remedy }) => `${where} ${problem}. ${remedy}.`);
  }
}

test('a group that no rule of the arguments has is refused at start-up', () => {
  expect(faultsOf(TripArgs, ['serch'])).toEqual([
    'Trip has the group "serch", which no rule of TripArgs has. Write "search", or leave it out.',
  ]);
  expect(faultsOf(TripArgs, ['booking', 'x'])).toEqual([
    'Trip has the group "x", which no rule of TripArgs has. Use one of booking, search, payment, or leave it out.',
  ]);
  expect(faultsOf(Stop, ['search'])).toEqual([
    'Trip has the group "search", which no rule of Stop has. Use one of booking, or leave it out.',
  ]);
});

test('so is one of a class whose rules have no groups', () => {
  class Plain {
    @Arg() @IsInt() days!: number;
  }
  expect(faultsOf(Plain, ['search'])).toEqual([
    'Trip has the group "search", which no rule of Plain has. Leave it out.',
  ]);
});

test('groups that are no array of strings are refused', () => {
  expect(faultsOf(TripArgs, 'search')).toEqual([
    'Trip has the option "groups", which cannot be "search". Give an array of strings.',
  ]);
});

test('a group of a class inside, however deep, is fine', () => {
  class Room {
    @IsInt({ groups: ['rooms'] }) beds!: number;
  }
  class Hotel {
    @ValidateNested({ always: true }) @Type(() => Room) room!: Room;
  }
  class StayArgs {
    @Arg() hotel!: Hotel;
    @Arg({ items: Stop }) stops!: Stop[];
  }
  expect(faultsOf(TripArgs, ['search'])).toEqual([]);
  expect(faultsOf(TripArgs, [])).toEqual([]);
  expect(faultsOf(StayArgs, ['booking', 'rooms'])).toEqual([]);
});
