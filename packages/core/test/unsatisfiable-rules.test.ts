import { Arg, DefinitionError, Prompt, type PromptHandler, Registry } from '@cuecard/core';
import { expect, test } from '@jest/globals';
import {
  ArrayContains,
  ArrayMaxSize,
  ArrayMinSize,
  Equals,
  IsEmail,
  IsIn,
  IsNotIn,
  IsOptional,
  Length,
  Matches,
  Max,
  MaxLength,
  Min,
  MinLength,
  registerDecorator,
  ValidateIf,
} from 'class-validator';

enum Tone {
  Kind = 'kind',
  Stern = 'stern',
}
enum Level {
  Low = 1,
  High = 2,
}

function faultsOf<Args extends object>(args: new () => Args): string[] {
  class Uses implements PromptHandler<Args> {
    render = () => '';
  }
  Prompt({ args })(Uses);
  try {
    return new Registry([Uses]).faults.map(String);
  } catch (error) {
    if (!(error instanceof DefinitionError)) throw error;
    return error.faults.map(({ where, problem, remedy }) => `${where} ${problem}. ${remedy}.`);
  }
}

test('a rule that lists objects, which no value that was read can be, is refused', () => {
  class Wrong {
    @Arg() @IsIn([new Date(0)]) day!: Date;
    @Arg() @Equals(new URL('https://example.com')) page!: URL;
    @Arg({ items: Date }) @IsIn([new Date(0)], { each: true }) days!: Date[];
  }
  expect(faultsOf(Wrong)).toEqual([
    'Wrong.day is of the type Date, which @IsIn() always refuses. Declare the property as string, or drop @IsIn().',
    'Wrong.page is of the type URL, which @Equals() always refuses. Declare the property as string, or drop @Equals().',
    'Wrong.days has items of the type Date, which @IsIn() always refuses. Declare its items as string, or drop @IsIn().',
  ]);
});

test('so is one that asks a list for items of another type', () => {
  class Wrong {
    @Arg({ items: String }) @ArrayContains([1]) tags!: string[];
    @Arg({ items: String }) @ArrayContains(['a', 1]) others!: string[];
    @Arg({ items: Tone }) @ArrayContains(['harsh']) tones!: Tone[];
    @Arg({ items: Date }) @ArrayContains([new Date(0)]) days!: Date[];
  }
  const remedy = 'List only items that it can have, or drop @ArrayContains().';
  const problem = 'is a list that cannot have all items of @ArrayContains()';
  const names = ['tags', 'others', 'tones', 'days'];
  expect(faultsOf(Wrong)).toEqual(names.map((name) => `Wrong.${name} ${problem}. ${remedy}`));
});

test('so are bounds that no value is within', () => {
  class Wrong {
    @Arg({ items: String }) @ArrayMinSize(20_000) tags!: string[];
    @Arg() @Length(5, 1) code!: string;
    @Arg() @MinLength(5) @MaxLength(4) name!: string;
    @Arg() @MaxLength(-1) nothing!: string;
    @Arg() @Min(5) @Max(4) count!: number;
    @Arg({ items: Number })
    @ArrayMinSize(3)
    @ArrayMaxSize(2)
    @Min(2, { each: true })
    @Max(1, { each: true })
    sizes!: number[];
  }
  const remedy = 'Change one of the two';
  expect(faultsOf(Wrong)).toEqual([
    `Wrong.tags must have at least 20000 items and at most 10000. ${remedy}.`,
    `Wrong.code must have at least 5 characters and at most 1. ${remedy}.`,
    `Wrong.name must have at least 5 characters and at most 4. ${remedy}.`,
    `Wrong.nothing must have at least 0 characters and at most -1. ${remedy}.`,
    `Wrong.count must be at least 5 and at most 4. ${remedy}.`,
    `Wrong.sizes must have at least 3 items and at most 2. ${remedy}.`,
    `Wrong.sizes has items that must be at least 2 and at most 1. ${remedy}.`,
  ]);
});

test('so is a rule that refuses every value of an enum', () => {
  class Wrong {
    @Arg({ type: Tone }) @IsEmail() tone!: Tone;
    @Arg({ type: Tone }) @MinLength(10) long!: Tone;
    @Arg({ items: Tone }) @Matches(/^x/, { each: true }) tones!: Tone[];
    @Arg({ type: Level }) @Min(3) level!: Level;
    @Arg({ type: Tone }) @IsIn(['harsh']) listed!: Tone;
    @Arg({ type: Tone }) @IsNotIn(['kind', 'stern']) unlisted!: Tone;
  }
  expect(faultsOf(Wrong)).toEqual([
    'Wrong.tone is one of kind, stern, which @IsEmail() always refuses. Declare the property as string, or drop @IsEmail().',
    'Wrong.long is one of kind, stern, which @MinLength() always refuses. Declare the property as string, or drop @MinLength().',
    'Wrong.tones has items that are one of kind, stern, which @Matches() always refuses. Declare its items as string, or drop @Matches().',
    'Wrong.level is one of 1, 2, which @Min() always refuses. Declare the property as number, or drop @Min().',
    'Wrong.listed is one of kind, stern, which @IsIn() always refuses. List values of that type in @IsIn().',
    'Wrong.unlisted is one of kind, stern, which @IsNotIn() always refuses. Declare the property as another type, or drop @IsNotIn().',
  ]);
});

test('what some value can keep is fine, and so is what only holds under a condition', () => {
  const Odd = (): PropertyDecorator => (prototype, propertyName) =>
    registerDecorator({
      name: 'odd',
      target: prototype.constructor,
      propertyName: propertyName as string,
      validator: { validate: () => false },
    });
  class Fine {
    @Arg({ items: Tone }) @ArrayContains(['kind']) @ArrayMinSize(10_000) tones!: Tone[];
    @Arg({ type: Tone }) @Matches(/^k/) @Odd() tone!: Tone;
    @Arg({ type: Level }) @Min(2) @Max(2) level!: Level;
    @Arg() @Length(3, 3) code!: string;
    @Arg() @MinLength(2_000_000) long!: string;
    @Arg() @Min(5) @Max(4, { validateIf: () => false }) count!: number;
    @Arg() @ValidateIf(() => false) @Length(5, 1) other!: string;
    @Arg({ type: Date }) @IsOptional() @IsIn([null, new Date(0)]) day!: Date | null;
    @Arg({ type: JSON }) @ArrayContains([1]) @IsIn([{}]) any!: unknown;
  }
  expect(faultsOf(Fine)).toEqual([]);
});
