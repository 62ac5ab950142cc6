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

/** Creates a prompt with these arguments. */
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

describe('compareManifests: arguments', () => {
  test('treats a removed argument as major', async () => {
    const lines = ['major review.depth: was removed, and unknown arguments are rejected'];
    expect(await between(CodeAndDepth, Code)).toEqual(lines);
  });

  test('treats a new required argument as major', async () => {
    class WithLanguage extends Code {
      @Arg() language!: string;
    }
    expect(await between(Code, WithLanguage)).toEqual(['major review.language: is new and required']);
  });

  test('treats a new optional argument at the end as minor', async () => {
    expect(await between(Code, CodeAndDepth)).toEqual(['minor review.depth: is new and optional']);
  });

  test('treats a newly required argument as major, and a newly optional argument as minor', async () => {
    class Optional {
      @Arg() @IsOptional() code?: string;
    }
    expect(await between(Optional, Code)).toEqual(['major review.code: is required now']);
    expect(await between(Code, Optional)).toEqual(['minor review.code: is optional now']);
  });

  test('treats an inserted or moved argument as major', async () => {
    class DepthFirst {
      @Arg() @IsOptional() @IsInt() depth?: number;
      @Arg() code!: string;
    }
    const swap = 'so clients that ask for the arguments in order would swap them';
    expect(await between(Code, DepthFirst)).toEqual([
      `major review.depth: comes before existing arguments, ${swap}`,
      'minor review.depth: is new and optional',
    ]);
    expect(await between(CodeAndDepth, DepthFirst)).toEqual([
      `major review: The order of its arguments changed, ${swap}`,
    ]);
  });

  test('treats another type as major, and a wider type as minor', async () => {
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
    expect(await between(Integer, Text)).toEqual(['minor review.size: accepts any string now']);
    expect(await between(When, Text)).toEqual(['minor review.size: accepts any string now']);
  });

  test('treats fewer values as major, and more values as minor', async () => {
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
      'patch review.language: has completions now',
    ]);
    expect(await between(Three, Two)).toEqual(['major review.language: no longer accepts "c"']);
    expect(await between(Two, Three)).toEqual(['minor review.language: accepts "c", too']);
  });

  test('treats narrower rules as major, and wider rules as minor', async () => {
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
    expect(await between(AtMostTen, Plain)).toEqual(['minor review.name: accepts any string now']);
    expect(await between(Plain, Letters)).toEqual(['major review.name: has the pattern "^[a-z]+$" now']);
    expect(await between(Letters, Digits)).toEqual([
      String.raw`major review.name: has the pattern "^\\d+$" instead of "^[a-z]+$"`,
    ]);
  });

  test('treats a raised minimum as major, and a lowered minimum as minor', async () => {
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
    expect(await between(FromTwoToNine, FromTwo)).toEqual(['minor review.size: no longer has maximum, which was 9']);
  });

  test('treats a new custom rule as major, and its removal as minor', async () => {
    class Plain {
      @Arg() language!: string;
    }
    class Ruled {
      @Arg() @IsLanguage() language!: string;
    }
    expect(await between(Plain, Ruled)).toEqual(['major review.language: must pass the rule isLanguage now']);
    expect(await between(Ruled, Plain)).toEqual(['minor review.language: accepts any string now']);
  });

  test('treats another default as minor', async () => {
    class Two {
      @Arg() @IsInt() depth = 2;
    }
    class Three {
      @Arg() @IsInt() depth = 3;
    }
    expect(await between(Two, Three)).toEqual(['minor review.depth: has the default 3 instead of 2']);
  });

  test('treats rejecting empty strings as major, and accepting them as minor', async () => {
    class Filled {
      @Arg() code!: string;
    }
    class Empty {
      @Arg({ allowEmpty: true }) code!: string;
    }
    expect(await between(Empty, Filled)).toEqual(['major review.code: no longer accepts an empty string']);
    expect(await between(Filled, Empty)).toEqual(['minor review.code: accepts an empty string now']);
  });

  test('treats removed completion as minor, and new completion as a patch', async () => {
    @Prompt({ name: 'review', args: Code })
    class Completed implements PromptHandler {
      render = () => 'Review';
      @Complete('code')
      codes() {
        return ['let x'];
      }
    }
    expect(await linesBetween([Completed], [promptWith(Code)])).toEqual([
      'minor review.code: no longer has completions',
    ]);
    expect(await linesBetween([promptWith(Code)], [Completed])).toEqual(['patch review.code: has completions now']);
  });

  test('treats another title or description as a patch', async () => {
    class Described {
      @Arg({ title: 'Code', description: 'What to review' }) code!: string;
    }
    expect(await between(Code, Described)).toEqual([
      'patch review.code: has a different title',
      'patch review.code: has a different description',
    ]);
  });
});

describe('compareManifests: properties of an object', () => {
  test('compares properties like arguments, in any order', async () => {
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

  test('treats a string instead of a number as major', async () => {
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

  test('compares a recursive class once', async () => {
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

describe('compareManifests: tools', () => {
  const toolWith = (args: Class, output?: Class) => {
    @Tool({ name: 'find', args, ...(output !== undefined && { output }) })
    class Find {
      call = () => ({}) as never;
    }
    return Find;
  };

  test('ignores the order of arguments, not their JSON types', async () => {
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

  test('treats more or narrower output properties as minor, and fewer or optional properties as major', async () => {
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
      'major find.output.note: was removed',
      'major find.output.title: is optional now',
      'minor find.output.id: accepts integer instead of number',
    ]);
    expect(await linesBetween([toolWith(Code, Fewer)], [toolWith(Code)])).toEqual([
      'major find: Its output no longer has a schema',
    ]);
    expect(await linesBetween([toolWith(Code)], [toolWith(Code, Fewer)])).toEqual([
      'minor find: Its output has a schema now',
    ]);
  });
});
