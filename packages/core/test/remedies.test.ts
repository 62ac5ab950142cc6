import { Arg, Field, Prompt, Registry, Tool } from '@cuecard/core';
import { describe, expect, test } from '@jest/globals';
import { IsInt } from 'class-validator';
import { definitionFaults, faultAt } from './support/faults.ts';

describe('Fault of a property with @Field()', () => {
  test('suggests @Field(), not @Arg(), in the remedy', () => {
    class Found {
      @Field() names!: string[];
      @Field() size!: string | number;
      @Field({ name: 'two words' }) words = 2;
      @Field()
      get total(): number {
        return 1;
      }
    }
    @Tool({ output: Found })
    class Find {
      call = () => new Found();
    }
    const remedies = definitionFaults(() => new Registry([Find])).map(({ where, remedy }) => [where, remedy]);
    expect(remedies).toEqual([
      [
        'Found.names',
        'Declare the item type: @Field({ items: String }), or @Field({ items: () => Stop }) for a class Stop in a circular import',
      ],
      [
        'Found.size',
        'Declare the type: @Field({ type: String }) for a string, or @Field({ type: () => Stop }) for a class Stop in a circular import',
      ],
      ['Found.total', 'Add a setter, or remove @Field()'],
      ['Found.words', 'Give @Field() a name of letters, digits, "_", "-" and "$" that is not __proto__'],
    ]);
  });

  test.each([
    ['without parentheses', '@Field of Found.name needs parentheses: write @Field() above the property', Field],
    ['on a method', '@Field() is on the method Found.name: write it above a property of the class', Field()],
  ])('names @Field(), not @Arg(), in the error if it is used %s', (_, message, decorator) => {
    class Found {
      name(): string {
        return '';
      }
    }
    const descriptor = { value: Found.prototype.name };
    expect(() => Reflect.apply(decorator, undefined, [Found.prototype, 'name', descriptor])).toThrow(
      new TypeError(message),
    );
  });
});

describe('Fault of an example', () => {
  class SumArgs {
    @Arg() @IsInt() amount!: number;
    @Arg() note?: string;
  }

  function exampleFault(problem: string, remedy: string) {
    return faultAt('Sum', 'example-refused', `has an invalid example: ${problem}`, remedy);
  }

  test.each([
    [
      'requires what it lacks',
      { amount: 1 },
      'note is required',
      'Add the argument to the example, or make the argument optional with @IsOptional() or an initial value',
    ],
    [
      'has what no property declares',
      { amount: 1, note: 'n', tax: 2 },
      'tax is not a known argument',
      'Declare the argument with @Arg(), or correct the example',
    ],
    [
      'breaks a rule',
      { amount: 1.5, note: 'n' },
      'amount must be an integer number',
      'Correct the example or the rule',
    ],
  ])('suggests a fitting remedy if the example %s', (_, example, problem, remedy) => {
    @Tool({ args: SumArgs, examples: [example] })
    class Sum {
      call = () => '';
    }
    expect(definitionFaults(() => new Registry([Sum]))).toEqual([exampleFault(problem, remedy)]);
  });

  test('suggests the option args for a definition without arguments', () => {
    @Prompt({ examples: [{ amount: 1 }] })
    class Sum {
      render = () => '';
    }
    expect(definitionFaults(() => new Registry([Sum]))).toEqual([
      exampleFault(
        'amount is not a known argument',
        'Declare the arguments with the option `args`, as in args: SumArgs, or correct the example',
      ),
    ]);
  });

  test('an unknown name is not reported if the arguments have faults', () => {
    class LimitArgs {
      @Arg() limit!: number;
      @IsInt() size!: number;
    }
    @Prompt({ args: LimitArgs, examples: [{ limit: 1 }] })
    class Limit {
      render = () => '';
    }
    expect(definitionFaults(() => new Registry([Limit])).map(({ id }) => id)).toEqual(['argument-undecorated']);
  });
});
