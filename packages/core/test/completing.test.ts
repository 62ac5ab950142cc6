import {
  Arg,
  Complete,
  type CompletionContext,
  Prompt,
  type PromptHandler,
  Runtime,
  type Suggestions,
} from '@cuecard/core';
import { describe, expect, test } from '@jest/globals';
import { IsEnum, IsIn, IsInt, IsOptional } from 'class-validator';
import { definitionFaults, faultAt } from './support/faults.ts';
import { throwing } from './support/throwing.ts';

enum Colour {
  Red = 'red',
  DarkRed = 'dark-red',
}

class Args {
  @Arg() @IsIn(['typescript', 'python', 'go', 'objective-c', 'CoffeeScript']) language!: string;

  @Arg()
  @IsOptional()
  @IsEnum(Colour)
  colour?: Colour;

  @Arg() strict = false;
  @Arg({ complete: ['main', 'next'] }) branch = 'main';

  @Arg({ complete: (typed, { arguments: given }) => [`${typed}-${JSON.stringify(given)}`] })
  @IsInt()
  limit = 10;

  @Arg({ items: String }) @IsIn(['unit', 'e2e', 'lint'], { each: true }) checks: string[] = [];
  @Arg() free = '';
  @Arg() person = '';
}

@Prompt({ args: Args })
class Review implements PromptHandler<Args> {
  readonly team = ['Ada', 'Grace'];
  render = () => '';

  @Complete('person')
  people(typed: string, context: CompletionContext<Args>): Suggestions {
    return this.team.map((name) => `${name} ${typed}${context.arguments.language ?? ''}`);
  }
}

const logger = { error: () => {}, warn: () => {} };
const runtime = new Runtime({ prompts: [Review], logger, limits: { completeMs: 50 } });
const complete = async (name: string, value: string, given?: Record<string, string>) => {
  const ref = { type: 'ref/prompt' as const, name: 'review' };
  const context = given && { context: { arguments: given } };
  return (await runtime.complete({ ref, argument: { name, value }, ...context })).completion;
};
const all = (...values: string[]) => ({ values, total: values.length, hasMore: false });

describe('an argument is completed', () => {
  test('from the values of @IsIn, best first: by beginning, by word, by letters', async () => {
    expect(await complete('language', '')).toEqual(all('typescript', 'python', 'go', 'objective-c', 'CoffeeScript'));
    expect(await complete('language', 'c')).toEqual(all('CoffeeScript', 'objective-c', 'typescript'));
    expect(await complete('language', 'SCR')).toEqual(all('CoffeeScript', 'typescript'));
    expect(await complete('language', 'pn')).toEqual(all('python'));
    expect(await complete('language', 'x')).toEqual(all());
  });

  test('from the values of @IsEnum, and from true and false', async () => {
    expect(await complete('colour', 'r')).toEqual(all('red', 'dark-red'));
    expect(await complete('strict', 'f')).toEqual(all('false'));
  });

  test('from what @Arg says, with the other arguments converted where they convert', async () => {
    expect(await complete('branch', 'n')).toEqual(all('next', 'main'));
    const given = { strict: 'yes', limit: 'many', unknown: 'x', branch: '' };
    expect(await complete('limit', '1', given)).toEqual(all('1-{"strict":true,"limit":"many"}'));
  });

  test('from a @Complete method of the prompt’s instance', async () => {
    expect(await complete('person', 'A', { language: 'go' })).toEqual(all('Ada Ago', 'Grace Ago'));
  });

  test('item by item where it is a list', async () => {
    expect(await complete('checks', 'unit, l')).toEqual(all('unit,lint'));
  });

  test('with nothing where nothing is known of it', async () => {
    expect(await complete('free', 'x')).toEqual(all());
    expect(await complete('nobody', 'x')).toEqual(all());
  });
});

function completing(find: () => unknown) {
  class OneArg {
    @Arg({ complete: find as () => string[] }) word = '';
  }
  class One {
    render = () => '';
  }
  Prompt({ args: OneArg })(One);
  const one = new Runtime({ prompts: [One], logger, limits: { completeMs: 50 } });
  return one.complete({ ref: { type: 'ref/prompt', name: 'one' }, argument: { name: 'word', value: '' } });
}

describe('the answer', () => {
  const numbers = Array.from({ length: 250 }, (_, index) => `${index}`);

  test('holds a hundred values at most, and says how many there are', async () => {
    const { completion } = await completing(() => numbers);
    expect(completion).toEqual({ values: numbers.slice(0, 100), total: 250, hasMore: true });
  });

  test('is taken as it is from whoever has searched already', async () => {
    expect((await completing(() => ({ values: ['b', 'a'], total: 7 }))).completion).toEqual({
      values: ['b', 'a'],
      total: 7,
      hasMore: true,
    });
    expect((await completing(() => ({ values: ['b'] }))).completion).toEqual({ values: ['b'], hasMore: false });
    expect((await completing(() => ({ values: numbers }))).completion).toEqual({
      values: numbers.slice(0, 100),
      hasMore: true,
    });
  });

  test.each([[undefined], [null]])(
    'has no values where the function returns %j: it suggests nothing',
    async (given) => {
      const nothing = { completion: { values: [], total: 0, hasMore: false } };
      expect(await completing(() => given)).toEqual(nothing);
      expect(await completing(async () => given)).toEqual(nothing);
    },
  );

  test.each([[5], [''], [false], [[5]], [{}], [{ values: 'x' }]])('is an internal error for %j', async (given) => {
    await expect(completing(() => given)).rejects.toMatchObject({ code: -32603, message: 'Internal error' });
  });

  test('is an internal error when the completer throws, and an error in time when it hangs', async () => {
    const failing = completing(throwing(new Error('secret')));
    await expect(failing).rejects.toMatchObject({
      message: 'Internal error',
      problem: 'failed to complete an argument',
    });
    await expect(completing(() => new Promise(() => {}))).rejects.toMatchObject({ name: 'TimeoutError', limitMs: 50 });
  });
});

test.each<[unknown, string]>([
  [undefined, 'A prompt must be named by a string'],
  [{ ref: { type: 'ref/prompt', name: 'nobody' }, argument: { name: 'a', value: '' } }, 'Unknown prompt "nobody"'],
  [
    { ref: { type: 'ref/prompt', name: 'reveiw' }, argument: { name: 'a', value: '' } },
    'Unknown prompt "reveiw"; did you mean "review"?',
  ],
  [
    { ref: { type: 'ref/prompt', name: 'review' } },
    'Invalid arguments for prompt "review": argument must have a name and a value, both strings',
  ],
  [
    { ref: { type: 'ref/prompt', name: 'review' }, argument: { name: 'a', value: 5 } },
    'Invalid arguments for prompt "review": argument must have a name and a value, both strings',
  ],
])('parameters like %j are refused', async (params, message) => {
  await expect(runtime.complete(params as never)).rejects.toMatchObject({ code: -32602, message });
});

test('completing an argument that does not exist is a definition error', () => {
  @Prompt({ args: Args })
  class Astray implements PromptHandler<Args> {
    render = () => '';

    @Complete('langauge')
    languages(): string[] {
      return [];
    }
  }
  expect(definitionFaults(() => new Runtime({ prompts: [Astray] }))).toEqual([
    faultAt(
      'Astray',
      'completion-unknown',
      'completes "langauge", which is not one of its arguments',
      'Name "language" in @Complete()',
    ),
  ]);
});

test('the compiler refuses a method that cannot complete', () => {
  class Methods {
    // @ts-expect-error it takes no number
    @Complete('a')
    wrong(typed: number): string[] {
      return [`${typed}`];
    }

    // @ts-expect-error it gives no strings
    @Complete('a')
    numbers(): number[] {
      return [5];
    }

    @Complete('a')
    async fine(_typed: string, { arguments: given }: CompletionContext<Args>): Promise<string[]> {
      return [given.language ?? ''];
    }
  }
  expect(new Methods()).toBeInstanceOf(Methods);
});
