import {
  Arg,
  Complete,
  type CompleteParams,
  type CompleteResult,
  InternalError,
  InvalidArgumentsError,
  type LimitOptions,
  onComplete,
  Prompt,
  type PromptHandler,
  type Resolver,
  ResourceReader,
  Runtime,
  type RuntimeOptions,
} from '@cuecard/core';
import { describe, expect, test } from '@jest/globals';

const logger = { error() {}, warn() {} };

/** The calls of the completers. */
const calls: unknown[] = [];

class Args {
  @Arg({ items: String, complete: Array.from({ length: 100 }, (_, index) => `v${index}`) })
  list: string[] = [];

  @Arg({ complete: (typed, { arguments: others }) => (calls.push([typed, others]), []) }) word = '';
}

@Prompt({ args: Args })
class Words implements PromptHandler<Args> {
  render = () => '';
}

const paramsOf = (name: string, value: string, others?: object) =>
  ({
    ref: { type: 'ref/prompt', name: 'words' },
    argument: { name, value },
    ...(others && { context: { arguments: others } }),
  }) as CompleteParams;

const complete = (limits: LimitOptions, ...typed: Parameters<typeof paramsOf>) =>
  new Runtime({ prompts: [Words], logger, limits }).complete(paramsOf(...typed)).catch((error: unknown) => error);

const tooLong = (argument: string, max: number) => ({
  argument,
  rule: 'maxLength',
  message: `${argument || 'the arguments together'} must be at most ${max} characters long`,
});

describe('Runtime.complete with long arguments', () => {
  const limits = { argumentLength: 10, argumentsLength: 15 };
  const long = 'secret'.repeat(2);

  test.each<[string, Parameters<typeof paramsOf>, object[]]>([
    ['the value is too long', ['word', long], [tooLong('word', 10)]],
    ['the value of a list is too long', ['list', `${long},`], [tooLong('list', 10)]],
    ['another argument is too long', ['word', '', { list: long }], [tooLong('list', 10)]],
    [
      'all arguments together are too long',
      ['word', 'secret', { list: 'secrets', other: 'secret' }],
      [tooLong('', 15)],
    ],
    ['an argument that is sent twice is too long', ['word', 'secrets', { word: 'secret123' }], [tooLong('', 15)]],
  ])('rejects the request if %s', async (_, typed, errors) => {
    calls.length = 0;
    const answer = await complete(limits, ...typed);
    expect(answer).toBeInstanceOf(InvalidArgumentsError);
    expect(answer).toMatchObject({ code: -32602, data: { prompt: 'words', errors } });
    expect([calls, JSON.stringify(answer)]).toEqual([[], expect.not.stringContaining('secret')]);
  });

  test('completes an argument of the maximum length', async () => {
    const answer = await complete(limits, 'word', 'secret', { word: 'secret123' });
    expect(answer).toMatchObject({ completion: { values: [] } });
  });

  test('rejects more than a million characters by default', async () => {
    expect(await complete({}, 'list', `${'x'.repeat(4_000_000)},`)).toBeInstanceOf(InvalidArgumentsError);
  });

  test('rejects with the message that RuntimeOptions.messageOf returns', async () => {
    const options: RuntimeOptions = { prompts: [Words], logger, limits, messageOf: () => 'Zu lang' };
    await expect(new Runtime(options).complete(paramsOf('word', long))).rejects.toMatchObject({
      data: { errors: [{ message: 'Zu lang' }] },
    });
  });

  test('rejects a long variable of a template', async () => {
    class Shelf extends ResourceReader {
      override read = async (uri: string) => ({ uri, text: '' });
      override get templates() {
        return [{ uriTemplate: 'shelf:/{book}/{page}', name: 'page' }];
      }
      override async complete(prefix: string) {
        calls.push(prefix);
        return [];
      }
    }
    calls.length = 0;
    const runtime = new Runtime({ prompts: [], resources: new Shelf(), logger, limits });
    const ask = (value: string, book: string) =>
      runtime.complete({
        ref: { type: 'ref/resource', uri: 'shelf:/{book}/{page}' },
        argument: { name: 'page', value },
        context: { arguments: { book } },
      });
    const data = (...errors: object[]) => ({ code: -32602, data: { resource: 'shelf:/{book}/{page}', errors } });
    await expect(ask(long, 'a')).rejects.toMatchObject(data(tooLong('page', 10)));
    await expect(ask('a', long)).rejects.toMatchObject(data(tooLong('book', 10)));
    await expect(ask('12345678', '12345678')).rejects.toMatchObject(data(tooLong('', 15)));
    expect(calls).toEqual([]);
  });
});

describe('Runtime.complete result', () => {
  const completing = (found: unknown, options: Partial<RuntimeOptions> = {}) => {
    class One {
      @Arg({ complete: () => found as string[] }) word = '';
    }
    class Ask {
      render = () => '';
    }
    Prompt({ name: 'words', args: One })(Ask);
    const runtime = new Runtime({ prompts: [Ask], logger, ...options });
    return runtime.complete(paramsOf('word', '')).catch((error: unknown) => error);
  };
  const limits = { answerBytes: 10 };

  test('is an error if it is larger than limits.answerBytes', async () => {
    const problem = 'has a result that exceeds `limits.answerBytes`';
    expect(await completing(['12345', '67890'], { limits })).toMatchObject({ completion: { total: 2 } });
    for (const found of [['12345', '678901'], { values: ['ééé', 'ééé'] }])
      expect(await completing(found, { limits })).toMatchObject({ code: -32603, message: 'Internal error', problem });
    const answer = await completing(
      Array.from({ length: 100 }, (_, at) => `${at}${'x'.repeat(1e6)}`),
      {},
    );
    expect([answer, (answer as InternalError).problem]).toEqual([expect.any(InternalError), problem]);
  });

  test('is an error if an interceptor makes the result larger than the limit', async () => {
    const pad = onComplete(async () => ({ completion: { values: ['x'.repeat(11)] } }));
    expect(await completing([], { limits, interceptors: [pad] })).toBeInstanceOf(InternalError);
  });

  test.each<[object, string]>([
    [{ values: ['a'], total: -5 }, 'completion.total must be a whole number'],
    [{ values: ['a'], total: Number.NaN }, 'completion.total must be a whole number'],
    [{ values: ['a'], hasMore: 'yes' }, 'completion.hasMore must be true or false'],
  ])('is an error if the completer returns an invalid result, such as %j', async (found, problem) => {
    expect(await completing(found)).toMatchObject({
      code: -32603,
      problem: `completed an argument with an invalid result: result.${problem}`,
    });
  });

  test.each([[undefined], [null]])('has no values if the method returns %j', async (nothing) => {
    @Prompt({ name: 'words', args: Args })
    class Silent implements PromptHandler<Args> {
      render = () => '';

      @Complete('word')
      words(): string[] {
        return nothing as never;
      }
    }
    const construct = <T>(type: new () => T) => new type();
    const invoke: Resolver['invoke'] = async (invocation) => {
      const handler = (await invocation.construct()) as Record<
        string | symbol,
        (...all: readonly unknown[]) => unknown
      >;
      return handler[invocation.method]?.(...(await invocation.bind()));
    };
    for (const resolver of [construct as Resolver, Object.assign(construct.bind(undefined) as Resolver, { invoke })]) {
      const runtime = new Runtime({ prompts: [Silent], logger, resolver });
      expect(await runtime.complete(paramsOf('word', ''))).toEqual({
        completion: { values: [], total: 0, hasMore: false },
      });
    }
  });
});

test('Runtime.complete repeats at most 100,000 characters of the earlier items of a list', async () => {
  const valuesFor = async (length: number) => {
    const { completion } = (await complete({}, 'list', `${'x'.repeat(length)},`)) as CompleteResult;
    return { count: completion.values.length, total: completion.total, hasMore: completion.hasMore };
  };
  expect(await valuesFor(999)).toEqual({ count: 100, total: 100, hasMore: false });
  expect(await valuesFor(9_999)).toEqual({ count: 10, total: 100, hasMore: true });
  expect(await valuesFor(200_000)).toEqual({ count: 1, total: 100, hasMore: true });
});
