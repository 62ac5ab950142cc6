import { Arg, definePrompt, Prompt, type PromptHandler, Registry } from '@cuecard/core';
import { describe, expect, test } from '@jest/globals';
import { definitionFaults, faultAt } from './support/faults.ts';

describe('Arg() with a type in quotes', () => {
  test.each([
    ['string', 'Write String: @Arg({ type: String })'],
    ['Number', 'Write Number: @Arg({ type: Number })'],
    ['integer', 'Write Number: @Arg({ type: Number })'],
    ['boolean', 'Write Boolean: @Arg({ type: Boolean })'],
    ['bigint', 'Write BigInt: @Arg({ type: BigInt })'],
    ['date', 'Write Date: @Arg({ type: Date })'],
    ['url', 'Write URL: @Arg({ type: URL })'],
    ['object', 'Write JSON: @Arg({ type: JSON })'],
    ['money', 'Write a class, an enum, or a built-in type: @Arg({ type: String })'],
  ])('suggests a constructor for the type %j', (type, remedy) => {
    class ReviewArgs {
      @Arg({ type: type as never }) code!: string;
    }
    @Prompt({ args: ReviewArgs })
    class Review implements PromptHandler<ReviewArgs> {
      render = () => '';
    }
    expect(definitionFaults(() => new Registry([Review]))).toEqual([
      faultAt('ReviewArgs.code', 'argument-type-invalid', `has the string "${type}" as its type`, remedy),
    ]);
  });

  test('suggests a constructor for the type of items', () => {
    class ReviewArgs {
      @Arg({ items: 'string' as never }) files!: string[];
    }
    @Prompt({ args: ReviewArgs })
    class Review implements PromptHandler<ReviewArgs> {
      render = () => '';
    }
    expect(definitionFaults(() => new Registry([Review]))).toEqual([
      faultAt(
        'ReviewArgs.files',
        'argument-type-invalid',
        'has the string "string" as its type',
        'Write String: @Arg({ items: String })',
      ),
    ]);
  });

  test('suggests a constructor for an argument of definePrompt', () => {
    const args = [{ name: 'limit', type: 'number' as never }];
    expect(definitionFaults(() => definePrompt({ name: 'review', args, render: () => '' }))).toEqual([
      faultAt(
        'review.limit',
        'argument-type-invalid',
        'has the string "number" as its type',
        'Write Number: @Arg({ type: Number })',
      ),
    ]);
  });
});
