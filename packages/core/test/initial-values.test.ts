import { Arg, definePrompt, Prompt, type PromptHandler, Registry } from '@cuecard/core';
import { expect, test } from '@jest/globals';
import {
  IsArray,
  IsDateString,
  IsIn,
  IsInt,
  IsNotEmpty,
  IsOptional,
  IsString,
  Matches,
  Max,
  MinDate,
  registerDecorator,
  ValidateIf,
} from 'class-validator';
import { linesOf } from './support/faults.ts';

function faultsOf<Args extends object>(args: new () => Args): string[] {
  class Uses implements PromptHandler<Args> {
    render = () => '';
  }
  Prompt({ args })(Uses);
  return linesOf(() => new Registry([Uses]));
}

test('an initial value that breaks its own rule is refused at start-up', () => {
  class Wrong {
    @Arg() @IsInt() @Max(5) count = 9;
    @Arg() @IsNotEmpty() name = '';
    @Arg() @IsIn(['kind', 'stern']) tone = 'harsh';
    @Arg({ items: String }) @IsArray() @Matches(/^a/, { each: true }) tags: string[] = ['a', 'b'];
    @Arg({ type: String }) @IsString() note: string | null = null;
  }
  const remedy = 'Give it one that passes the rule, or remove it.';
  expect(faultsOf(Wrong)).toEqual([
    `Wrong.count has an initial value that @Max() refuses. ${remedy}`,
    `Wrong.name has an initial value that @IsNotEmpty() refuses. ${remedy}`,
    `Wrong.tone has an initial value that @IsIn() refuses. ${remedy}`,
    `Wrong.tags has an initial value that @Matches() refuses. ${remedy}`,
    `Wrong.note has an initial value that @IsString() refuses. ${remedy}`,
  ]);
});

test('an initial value of another type than declared is refused at start-up', () => {
  class Wrong {
    @Arg({ type: Number }) @Max(5) count = 'x';
    @Arg({ items: Number }) sizes: unknown[] = [1, 'b'];
    @Arg({ type: Date }) day = '2026-05-01';
    @Arg({ items: String }) tags = 'a, b';
  }
  const remedy = 'Give it one of that type, or declare another type.';
  expect(faultsOf(Wrong)).toEqual([
    `Wrong.count has an initial value that is not of the type number. ${remedy}`,
    'Wrong.sizes has an initial value with an item that is not of the type number. Give it one of that type, or declare another type.',
    `Wrong.day has an initial value that is not of the type Date. ${remedy}`,
    `Wrong.tags has an initial value that is not of the type Array. ${remedy}`,
  ]);
});

test('so is the default of a prompt from data', () => {
  const define = () =>
    definePrompt({ name: 'greet', args: [{ name: 'times', default: 9, rules: [Max(5)] }], render: () => '' });
  expect(linesOf(define)).toEqual([
    'greet.times has an initial value that @Max() refuses. Give it one that passes the rule, or remove it.',
  ]);
});

test('rules of the application, conditional rules and computed dates are not asked at start-up', () => {
  let asked = 0;
  const Own = (): PropertyDecorator => (prototype, propertyName) =>
    registerDecorator({
      name: 'own',
      target: prototype.constructor,
      propertyName: propertyName as string,
      validator: { validate: () => (asked += 1) < 0 },
    });
  class Fine {
    @Arg() @Own() own = 'a';
    @Arg() @ValidateIf(({ own }: Fine) => own === 'b') @Max(5) count = 9;
    @Arg() @Max(5, { validateIf: () => false }) other = 9;
    @Arg() @MinDate(() => new Date(Date.now() + 1_000)) day = new Date();
    @Arg({ type: Number }) @IsOptional() @Max(5) none: number | null = null;
    @Arg() @IsDateString() start = new Date(0);
  }
  expect(faultsOf(Fine)).toEqual([]);
  expect(asked).toBe(0);
});
