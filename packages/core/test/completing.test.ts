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

  @Arg({ complete: (typed, { arguments: others }) => [`${typed}-${JSON.stringify(others)}`] })
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
const complete = async (name: string, value: string, others?: Record<string, string>) => {
  const ref = { type: 'ref/prompt' as const, name: 'review' };
  const context = others && { context: { arguments: others } };
  return (await runtime.complete({ ref, argument: { name, value }, ...context })).completion;
};
const all = (...values: string[]) => ({ values, total: values.length, hasMore: false });

describe('Runtime.complete', () => {
  test('ranks the values of @IsIn(): prefix, start of a word, subsequence', async () => {
    expect(await complete('language', '')).toEqual(all('typescript', 'python', 'go', 'objective-c', 'CoffeeScript'));
    expect(await complete('language', 'c')).toEqual(all('CoffeeScript', 'objective-c', 'typescript'));
    expect(await complete('language', 'SCR')).toEqual(all('CoffeeScript', 'typescript'));
    expect(await complete('language', 'pn')).toEqual(all('python'));
    expect(await complete('language', 'x')).toEqual(all());
  });

  test('suggests the values of @IsEnum(), and true and false', async () => {
    expect(await complete('colour', 'r')).toEqual(all('red', 'dark-red'));
    expect(await complete('strict', 'f')).toEqual(all('false'));
  });

  test('suggests only the names, not the numbers, of an @IsEnum() on a string', async () => {
    enum Level {
      Low,
      High,
    }
    class Picked {
      @Arg({ type: String }) @IsEnum(Level) level!: string;
    }
    class Pick implements PromptHandler<Picked> {
      render = () => '';
    }
    Prompt({ args: Picked })(Pick);
    const picking = new Runtime({ prompts: [Pick], logger });
    const { prompts } = picking;
    const ref = { type: 'ref/prompt' as const, name: 'pick' };
    const { completion } = await picking.complete({ ref, argument: { name: 'level', value: '' } });
    expect(completion).toEqual(all('Low', 'High'));
    const expected = 'one of Low, High';
    expect((await prompts.list()).prompts).toMatchObject([{ arguments: [{ description: expected }] }]);
    await expect(prompts.get({ name: 'pick', arguments: { level: 'Low' } })).resolves.toBeDefined();
    await expect(prompts.get({ name: 'pick', arguments: { level: '0' } })).rejects.toMatchObject({
      errors: [{ expected }],
    });
  });

  test('calls Arg({ complete }) with the other arguments, converted if valid', async () => {
    expect(await complete('branch', 'n')).toEqual(all('next', 'main'));
    const others = { strict: 'yes', limit: 'many', unknown: 'x', branch: '' };
    expect(await complete('limit', '1', others)).toEqual(all('1-{"strict":true,"limit":"many"}'));
  });

  test('calls the @Complete() method on the instance of the prompt', async () => {
    expect(await complete('person', 'A', { language: 'go' })).toEqual(all('Ada Ago', 'Grace Ago'));
  });

  test('completes the last item of a list', async () => {
    expect(await complete('checks', 'unit, l')).toEqual(all('unit,lint'));
  });

  test('returns no values for an argument without suggestions', async () => {
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

describe('Runtime.complete result', () => {
  const numbers = Array.from({ length: 250 }, (_, index) => `${index}`);

  test('has at most 100 values, and the total', async () => {
    const { completion } = await completing(() => numbers);
    expect(completion).toEqual({ values: numbers.slice(0, 100), total: 250, hasMore: true });
  });

  test('keeps the values and the total that a completer returns', async () => {
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

  test.each([[undefined], [null]])('has no values if the completer returns %j', async (found) => {
    const nothing = { completion: { values: [], total: 0, hasMore: false } };
    expect(await completing(() => found)).toEqual(nothing);
    expect(await completing(async () => found)).toEqual(nothing);
  });

  test.each([[5], [''], [false], [[5]], [{}], [{ values: 'x' }]])(
    'is an internal error if the completer returns %j',
    async (found) => {
      await expect(completing(() => found)).rejects.toMatchObject({ code: -32603, message: 'Internal error' });
    },
  );

  test('is an error if the completer throws or exceeds limits.completeMs', async () => {
    const failing = completing(throwing(new Error('secret')));
    await expect(failing).rejects.toMatchObject({
      message: 'Internal error',
      problem: 'failed to complete an argument',
    });
    await expect(completing(() => new Promise(() => {}))).rejects.toMatchObject({ name: 'TimeoutError', limitMs: 50 });
  });
});

test.each<[unknown, string]>([
  [undefined, 'The name of a prompt must be a string'],
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
])('Runtime.complete rejects the parameters %j', async (params, message) => {
  await expect(runtime.complete(params as never)).rejects.toMatchObject({ code: -32602, message });
});

test('Complete() rejects an argument that does not exist', () => {
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

test('Complete() compiles only with methods that take and return strings', () => {
  class Methods {
    // @ts-expect-error it must take a string
    @Complete('a')
    wrong(typed: number): string[] {
      return [`${typed}`];
    }

    // @ts-expect-error it must return strings
    @Complete('a')
    numbers(): number[] {
      return [5];
    }

    @Complete('a')
    async fine(_typed: string, { arguments: others }: CompletionContext<Args>): Promise<string[]> {
      return [others.language ?? ''];
    }
  }
  expect(new Methods()).toBeInstanceOf(Methods);
});
