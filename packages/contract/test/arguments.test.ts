import 'reflect-metadata';
import { Arg, type Class, Complete, Prompt, type PromptClass, type PromptHandler, Tool } from '@cuecard/core';
import { describe, expect, test } from '@jest/globals';
import {
  IsIn,
  IsInt,
  IsOptional,
  Matches,
  Max,
  MaxLength,
  Min,
  registerDecorator,
  ValidateNested,
} from 'class-validator';
import { linesBetween } from './support/changes.ts';

/** A prompt with these arguments. */
function promptWith(args: Class): PromptClass {
  @Prompt({ name: 'review', args })
  class Review implements PromptHandler {
    render = () => 'Review';
  }
  return Review;
}

const between = (old: Class, now: Class) => linesBetween([promptWith(old)], [promptWith(now)]);

/** A rule of the application, which JSON Schema cannot express. */
function IsLanguage(): PropertyDecorator {
  return (target, property) =>
    registerDecorator({
      name: 'isLanguage',
      target: target.constructor,
      propertyName: property as string,
      validator: { validate: () => true },
    });
}

class Code {
  @Arg() code!: string;
}

class CodeAndDepth extends Code {
  @Arg() @IsOptional() @IsInt() depth?: number;
}

describe('an argument', () => {
  test('that is gone is major, because unknown arguments are refused', async () => {
    const lines = ['major review.depth: is gone, and unknown arguments are refused'];
    expect(await between(CodeAndDepth, Code)).toEqual(lines);
  });

  test('that is new and required is major', async () => {
    class WithLanguage extends Code {
      @Arg() language!: string;
    }
    expect(await between(Code, WithLanguage)).toEqual(['major review.language: is new and required']);
  });

  test('that is new, optional and last is minor', async () => {
    expect(await between(Code, CodeAndDepth)).toEqual(['minor review.depth: is new and optional']);
  });

  test('that becomes required is major, one that becomes optional minor', async () => {
    class Optional {
      @Arg() @IsOptional() code?: string;
    }
    expect(await between(Optional, Code)).toEqual(['major review.code: is required now']);
    expect(await between(Code, Optional)).toEqual(['minor review.code: is optional now']);
  });

  test('that is new and stands before others is major, as is another order', async () => {
    class DepthFirst {
      @Arg() @IsOptional() @IsInt() depth?: number;
      @Arg() code!: string;
    }
    const swap = 'and clients that ask for arguments in a row would swap them';
    expect(await between(Code, DepthFirst)).toEqual([
      `major review.depth: stands before arguments that were there, ${swap}`,
      'minor review.depth: is new and optional',
    ]);
    expect(await between(CodeAndDepth, DepthFirst)).toEqual([
      `major review: The order of its arguments changed, ${swap}`,
    ]);
  });

  test('of another type is major, of a wider one minor', async () => {
    class Integer {
      @Arg() @IsInt() size!: number;
    }
    class Decimal {
      @Arg() size!: number;
    }
    class Text {
      @Arg() size!: string;
    }
    class When {
      @Arg() size!: Date;
    }
    expect(await between(Integer, Decimal)).toEqual(['minor review.size: accepts number instead of integer']);
    expect(await between(Decimal, Integer)).toEqual(['major review.size: accepts integer instead of number']);
    expect(await between(Text, Integer)).toEqual(['major review.size: accepts integer instead of string']);
    expect(await between(Integer, Text)).toEqual(['minor review.size: accepts any text now']);
    expect(await between(When, Text)).toEqual(['minor review.size: accepts any text now']);
  });

  test('with fewer values is major, with more of them minor', async () => {
    class Two {
      @Arg() @IsIn(['go', 'rust']) language!: string;
    }
    class Three {
      @Arg() @IsIn(['go', 'rust', 'c']) language!: string;
    }
    class Any {
      @Arg() language!: string;
    }
    expect(await between(Any, Two)).toEqual([
      'major review.language: accepts only "go", "rust" now',
      'patch review.language: is completed now',
    ]);
    expect(await between(Three, Two)).toEqual(['major review.language: no longer accepts "c"']);
    expect(await between(Two, Three)).toEqual(['minor review.language: accepts "c", too']);
  });

  test('with a narrower bound or pattern is major, with a wider one minor', async () => {
    class Plain {
      @Arg() name!: string;
    }
    class AtMostTen {
      @Arg() @MaxLength(10) name!: string;
    }
    class AtMostFive {
      @Arg() @MaxLength(5) name!: string;
    }
    class Letters {
      @Arg() @Matches(/^[a-z]+$/) name!: string;
    }
    class Digits {
      @Arg() @Matches(/^\d+$/) name!: string;
    }
    expect(await between(Plain, AtMostTen)).toEqual(['major review.name: has maxLength 10 now']);
    expect(await between(AtMostTen, AtMostFive)).toEqual(['major review.name: has maxLength 5 instead of 10']);
    expect(await between(AtMostFive, AtMostTen)).toEqual(['minor review.name: has maxLength 10 instead of 5']);
    expect(await between(AtMostTen, Plain)).toEqual(['minor review.name: accepts any text now']);
    expect(await between(Plain, Letters)).toEqual(['major review.name: has the pattern "^[a-z]+$" now']);
    expect(await between(Letters, Digits)).toEqual([
      String.raw`major review.name: has the pattern "^\\d+$" instead of "^[a-z]+$"`,
    ]);
  });

  test('with a lower bound that rises is major, with one that sinks minor', async () => {
    class FromOne {
      @Arg() @Min(1) size!: number;
    }
    class FromTwo {
      @Arg() @Min(2) size!: number;
    }
    class FromTwoToNine {
      @Arg() @Min(2) @Max(9) size!: number;
    }
    expect(await between(FromOne, FromTwo)).toEqual(['major review.size: has minimum 2 instead of 1']);
    expect(await between(FromTwo, FromOne)).toEqual(['minor review.size: has minimum 1 instead of 2']);
    expect(await between(FromTwoToNine, FromTwo)).toEqual(['minor review.size: has no maximum any more, which was 9']);
  });

  test('with a rule of the application is major, without it minor', async () => {
    class Plain {
      @Arg() language!: string;
    }
    class Ruled {
      @Arg() @IsLanguage() language!: string;
    }
    expect(await between(Plain, Ruled)).toEqual(['major review.language: must pass the rule isLanguage now']);
    expect(await between(Ruled, Plain)).toEqual(['minor review.language: accepts any text now']);
  });

  test('with another default is minor', async () => {
    class Two {
      @Arg() @IsInt() depth = 2;
    }
    class Three {
      @Arg() @IsInt() depth = 3;
    }
    expect(await between(Two, Three)).toEqual(['minor review.depth: has the default 3 instead of 2']);
  });

  test('that no longer takes an empty text is major, one that does minor', async () => {
    class Filled {
      @Arg() code!: string;
    }
    class Empty {
      @Arg({ allowEmpty: true }) code!: string;
    }
    expect(await between(Empty, Filled)).toEqual(['major review.code: no longer accepts an empty text']);
    expect(await between(Filled, Empty)).toEqual(['minor review.code: accepts an empty text now']);
  });

  test('that is no longer completed is minor, one that is now a patch', async () => {
    @Prompt({ name: 'review', args: Code })
    class Completed implements PromptHandler {
      render = () => 'Review';
      @Complete('code')
      codes() {
        return ['let x'];
      }
    }
    expect(await linesBetween([Completed], [promptWith(Code)])).toEqual(['minor review.code: is no longer completed']);
    expect(await linesBetween([promptWith(Code)], [Completed])).toEqual(['patch review.code: is completed now']);
  });

  test('with another title or description is a patch', async () => {
    class Described {
      @Arg({ title: 'Code', description: 'What to review' }) code!: string;
    }
    expect(await between(Code, Described)).toEqual([
      'patch review.code: has another title',
      'patch review.code: has another description',
    ]);
  });
});

describe('the members of an object', () => {
  test('are compared as arguments are, in any order', async () => {
    class Item {
      @Arg() name!: string;
      @Arg() @IsOptional() count?: number;
    }
    class NewItem {
      @Arg() @IsOptional() count?: number;
      @Arg() name!: string;
      @Arg() price!: number;
    }
    class Order {
      @Arg({ type: Item }) @ValidateNested() item!: Item;
    }
    class NewOrder {
      @Arg({ type: NewItem }) @ValidateNested() item!: NewItem;
    }
    expect(await between(Order, NewOrder)).toEqual(['major review.item.price: is new and required']);
  });

  test('are JSON, so that a text in place of a number is major', async () => {
    class Item {
      @Arg() count!: number;
    }
    class NewItem {
      @Arg() count!: string;
    }
    class Order {
      @Arg({ type: Item }) @ValidateNested() item!: Item;
    }
    class NewOrder {
      @Arg({ type: NewItem }) @ValidateNested() item!: NewItem;
    }
    expect(await between(Order, NewOrder)).toEqual(['major review.item.count: accepts string instead of number']);
  });

  test('of a class that refers to itself are compared once', async () => {
    class Part {
      @Arg() name!: string;
      @Arg({ type: () => Part }) @IsOptional() @ValidateNested() part?: Part;
    }
    class NewPart {
      @Arg() name!: string;
      @Arg({ type: () => NewPart }) @IsOptional() @ValidateNested() part?: NewPart;
      @Arg() weight!: number;
    }
    class Whole {
      @Arg({ type: Part }) @ValidateNested() part!: Part;
    }
    class NewWhole {
      @Arg({ type: NewPart }) @ValidateNested() part!: NewPart;
    }
    expect(await between(Whole, NewWhole)).toEqual(['major review.part.weight: is new and required']);
  });
});

describe('a tool', () => {
  const toolWith = (args: Class, output?: Class) => {
    @Tool({ name: 'find', args, ...(output !== undefined && { output }) })
    class Find {
      call = () => ({}) as never;
    }
    return Find;
  };

  test('has arguments in any order, and a text for a number is major', async () => {
    class First {
      @Arg() text!: string;
      @Arg() size!: number;
    }
    class Second {
      @Arg() size!: number;
      @Arg() text!: string;
    }
    class Third {
      @Arg() text!: string;
      @Arg() size!: string;
    }
    expect(await linesBetween([toolWith(First)], [toolWith(Second)])).toEqual([]);
    expect(await linesBetween([toolWith(First)], [toolWith(Third)])).toEqual([
      'major find.size: accepts string instead of number',
    ]);
  });

  test('may return more and narrower values, but not fewer and wider ones', async () => {
    class Found {
      @Arg() id!: number;
      @Arg() title!: string;
    }
    class More extends Found {
      @Arg() @IsOptional() note?: string;
    }
    class Fewer {
      @Arg() @IsInt() id!: number;
      @Arg() @IsOptional() title?: string;
    }
    expect(await linesBetween([toolWith(Code, Found)], [toolWith(Code, More)])).toEqual([
      'minor find.output.note: is new and optional',
    ]);
    expect(await linesBetween([toolWith(Code, More)], [toolWith(Code, Fewer)])).toEqual([
      'major find.output.note: is gone',
      'major find.output.title: is optional now',
      'minor find.output.id: accepts integer instead of number',
    ]);
    expect(await linesBetween([toolWith(Code, Fewer)], [toolWith(Code)])).toEqual([
      'major find: Its output has no schema any more',
    ]);
    expect(await linesBetween([toolWith(Code)], [toolWith(Code, Fewer)])).toEqual([
      'minor find: Its output has a schema now',
    ]);
  });
});
