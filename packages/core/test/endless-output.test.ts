import {
  Arg,
  conversation,
  fewShot,
  image,
  type Interceptor,
  type LimitOptions,
  Prompt,
  type PromptOutput,
  InternalError,
  RequestError,
  Runtime,
  untrusted,
  user,
} from '@cuecard/core';
import { describe, expect, test } from '@jest/globals';
import { processorMs } from '../../../build/jest/processor-time.ts';
import { size } from '../../../build/jest/runs.ts';

const MANY = 1e9;

/** An array that claims to have a billion items, all the same. */
function endless<T>(item?: T, claimed = MANY): T[] {
  return new Proxy([] as T[], {
    get: (target, key) => {
      if (key === 'length') return claimed;
      return typeof key === 'string' && /^\d+$/.test(key) ? item : Reflect.get(target, key);
    },
    has: (target, key) => (typeof key === 'string' && /^\d+$/.test(key)) || Reflect.has(target, key),
  });
}

/** An array of a billion holes. */
function sparse(): never[] {
  const array: never[] = [];
  array.length = MANY;
  return array;
}

/** 60 nested levels of arrays, each with the next level twice: 2 to the power of 60 empty arrays. */
function doubled<T>(seed: T, pair: (half: T) => T): T {
  let whole = seed;
  for (let times = 0; times < 60; times += 1) whole = pair(whole);
  return whole;
}

/** An array whose own iterator does not end. */
function looping(): string[] {
  const array = ['a'];
  array[Symbol.iterator] = function* loop(): ArrayIterator<string> {
    for (;;) yield 'a';
  };
  return array;
}

function* generated() {
  for (;;) yield 'a';
}

/** Returns the outcome, the log, and whether the request took less than two seconds. */
async function outcomeOf(output: () => unknown, limits?: LimitOptions) {
  @Prompt()
  class Say {
    render = () => output() as PromptOutput;
  }
  const log: string[] = [];
  const logger = {
    warn: () => {},
    error: (message: string, cause?: unknown) => {
      log.push(message.replace(/ \[[\da-f-]{36}\]$/, ''));
      if (cause instanceof Error) log.push(cause.message);
    },
  };
  const runtime = new Runtime({ prompts: [Say], logger, ...(limits && { limits }) });
  const start = processorMs();
  const answer = await runtime.prompts.get({ name: 'say' }).then(
    () => 'an answer',
    (error: unknown) => (error instanceof InternalError ? error.message : error),
  );
  return { answer, log, isAtOnce: processorMs() - start < 2_000 };
}

const refusal = (...log: readonly string[]) => ({ answer: 'Internal error', log, isAtOnce: true });
const TOO_MANY = 'Prompt "say" returned more than 1000 messages, which exceeds `limits.messages`';
const TOO_MANY_PARTS = 'Prompt "say" returned more than 1000000 messages and arrays in total';
const TOO_LONG = 'An array has 1000000000 items; the maximum is 1000000. Pass fewer items.';
const TEXT = { type: 'text', text: 'a' };
const LINK = { type: 'resource_link', uri: 'a:b', name: 'b' };
const ICON = { src: 'data:,' };

describe('Runtime.prompts.get with unbounded output', () => {
  test.each<[string, () => unknown, string]>([
    ['undefined messages', () => endless(), TOO_MANY_PARTS],
    ['messages', () => endless('a'), TOO_MANY_PARTS],
    ['arrays', () => endless([]), TOO_MANY_PARTS],
    ['arrays of messages', () => endless(['a'], 100_000), TOO_MANY],
    ['arrays of unbounded arrays', () => endless(endless(), 100_000), TOO_MANY_PARTS],
    ['holes', sparse, TOO_MANY_PARTS],
    ['holes in an array', () => ['a', sparse()], TOO_MANY_PARTS],
    ['the messages of a result', () => ({ messages: endless('a') }), TOO_MANY_PARTS],
    ['holes for the messages of a result', () => ({ messages: sparse() }), TOO_MANY_PARTS],
    ['arrays that hold others twice', () => doubled<unknown[]>([], (half) => [half, half]), TOO_MANY_PARTS],
    [
      'a generator',
      generated,
      'Prompt "say" returned an iterator as message 0: return an array instead, as in [...iterator]',
    ],
    [
      'a generator for the messages of a result',
      () => ({ messages: generated() }),
      'Prompt "say" returned message 0 that has nothing as its role: use "user" or "assistant"',
    ],
    [
      'contents',
      () => ({ role: 'user', content: endless(TEXT) }),
      'Prompt "say" returned message 0 with an array as its content: use user([…]) to create one message for each item',
    ],
    [
      'an audience',
      () => ({ role: 'user', content: { ...TEXT, annotations: { audience: endless('user') } } }),
      'Prompt "say" returned message 0 with invalid content: annotations.audience must be an array of at most 10000 items',
    ],
    [
      'icons',
      () => ({ role: 'user', content: { ...LINK, icons: endless(ICON) } }),
      'Prompt "say" returned message 0 with invalid content: icons must be an array of at most 10000 items',
    ],
    [
      'sizes of an icon',
      () => ({ role: 'user', content: { ...LINK, icons: [{ ...ICON, sizes: endless('any') }] } }),
      'Prompt "say" returned message 0 with invalid content: icons[0].sizes must be an array of at most 10000 items',
    ],
    ...[endless(), endless({}), sparse(), doubled<object>({}, (half) => ({ half, other: half }))].map(
      (member, at): [string, () => unknown, string] => [
        `members of _meta, ${at}`,
        () => ({ messages: [], _meta: { member } }),
        'Prompt "say" returned an invalid result: _meta must be JSON of at most 100000 members',
      ],
    ),
  ])('rejects at once and logs the reason: %s', async (_, output, line) => {
    expect(await outcomeOf(output)).toEqual(refusal(line));
  });

  test.each<[string, () => unknown]>([
    ['user', () => user(endless('a'))],
    ['user, with holes', () => user(sparse())],
    ['fewShot', () => fewShot(endless({ user: 'a', assistant: 'b' }))],
    ['fewShot, with holes', () => fewShot(sparse())],
  ])('rejects an unbounded argument of the function %s', async (_, output) => {
    expect(await outcomeOf(output)).toEqual(refusal('Prompt "say" failed', TOO_LONG));
  });

  test('rejects an unbounded value that is passed to untrusted()', async () => {
    for (const value of [endless(), sparse(), { list: endless({}) }]) {
      expect(await outcomeOf(() => user(untrusted(value)))).toEqual(
        refusal(
          'Prompt "say" failed',
          'The JSON of the value has more than 1000000 members. Pass only the part that is needed.',
        ),
      );
    }
  });

  test('rejects an unbounded argument of conversation()', async () => {
    for (const part of [endless('a'), sparse(), endless<string[]>([]), { messages: endless(user('a')) }])
      expect(await outcomeOf(() => conversation('a', part))).toEqual(refusal(TOO_MANY_PARTS));
  });

  test('rejects a stream of empty chunks', async () => {
    const output = async () => user(await image(nothing()));
    async function* nothing() {
      for (;;) yield new Uint8Array(0);
    }
    expect(await outcomeOf(output)).toEqual(
      refusal('Prompt "say" failed', 'The stream yields only empty chunks. Pass a stream that yields bytes.'),
    );
  });

  test('rejects unbounded output even without limits', async () => {
    for (const output of [endless('a'), endless(), sparse(), endless([])])
      expect(await outcomeOf(() => output, { messages: Infinity, answerBytes: Infinity })).toEqual(
        refusal(TOO_MANY_PARTS),
      );
  });

  test('limits the search for promises in huge invalid output', async () => {
    const wrong = Array.from({ length: size(10_000) }, () => endless({ some: endless() }));
    const large = Object.fromEntries(Array.from({ length: size(100_000) }, (_, at) => [`member${at}`, endless()]));
    for (const content of [wrong, { type: 'text', text: wrong }, { type: 'text', text: large }])
      expect(await outcomeOf(() => ({ role: 'user', content }))).toEqual(refusal(expect.any(String) as never));
  });

  test('reads the items of an array without calling its iterator', async () => {
    @Prompt()
    class Say {
      render = () => [looping(), ...conversed];
    }
    const conversed = await conversation(looping());
    const said = { role: 'user', content: { type: 'text', text: 'a' } };
    expect(await new Runtime({ prompts: [Say] }).prompts.get({ name: 'say' })).toEqual({ messages: [said, said] });
  });
});

describe('Runtime with unbounded results of an interceptor', () => {
  class TalkArgs {
    @Arg() topic!: string;
  }
  @Prompt({ args: TalkArgs })
  class Talk {
    render = () => 'a';
  }
  const complete = { ref: { type: 'ref/prompt', name: 'talk' }, argument: { name: 'topic', value: '' } } as const;
  const FAULT = 'got an invalid result from an interceptor:';

  test.each<[string, unknown, (runtime: Runtime) => Promise<unknown>, string]>([
    [
      'messages',
      { messages: endless('a') },
      (runtime) => runtime.prompts.get({ name: 'talk', arguments: { topic: 'a' } }),
      'returned more than 1000000 messages and arrays in total',
    ],
    [
      'prompts',
      { prompts: endless({ name: 'a' }) },
      (runtime) => runtime.prompts.list(),
      `${FAULT} result.prompts must be an array of at most 100000 items`,
    ],
    [
      'arguments',
      { prompts: [{ name: 'a', arguments: endless({ name: 'a' }) }] },
      (runtime) => runtime.prompts.list(),
      `${FAULT} result.prompts[0].arguments must be an array of at most 10000 items`,
    ],
    [
      'values',
      { completion: { values: endless('a') } },
      (runtime) => runtime.complete(complete),
      `${FAULT} result.completion.values must be at most 100 values`,
    ],
    [
      'members of _meta',
      { completion: { values: [] }, _meta: { sparse: sparse() } },
      (runtime) => runtime.complete(complete),
      `${FAULT} result._meta must be JSON of at most 100000 members`,
    ],
  ])('rejects at once and logs the problem: %s', async (_, answer, ask, problem) => {
    const log: string[] = [];
    const logger = { warn: () => {}, error: (line: string) => log.push(line.replace(/^.*?" | \[.*\]$/g, '')) };
    const interceptors: Interceptor[] = [async () => answer as never];
    const start = processorMs();
    const error: unknown = await ask(new Runtime({ prompts: [Talk], interceptors, logger })).catch(
      (thrown: unknown) => thrown,
    );
    expect({ error, log: log.map((line) => line.replace('The list of prompts ', '')) }).toMatchObject({
      error: { code: -32603, message: 'Internal error' },
      log: [problem],
    });
    expect(processorMs() - start).toBeLessThan(2_000);
  });
});

test('Runtime rejects a billion suggestions and a billion items of error data', async () => {
  class Args {
    @Arg({ complete: () => sparse() }) topic!: string;
  }
  @Prompt({ name: 'endless', args: Args })
  class Endless {
    render(): never {
      throw new RequestError('no', { data: { all: sparse() } });
    }
  }
  const problems: unknown[] = [];
  const runtime = new Runtime({ prompts: [Endless], logger: { error: (line) => problems.push(line), warn() {} } });
  const ref = { type: 'ref/prompt', name: 'endless' } as const;
  const refused = { code: -32603, message: 'Internal error' };
  await expect(runtime.complete({ ref, argument: { name: 'topic', value: '' } })).rejects.toMatchObject(refused);
  await expect(runtime.prompts.get({ name: 'endless', arguments: { topic: 'a' } })).rejects.toMatchObject(refused);
  expect(problems).toEqual([
    expect.stringMatching(
      /^Prompt "endless" completed an argument with more than 100000 values: return only values that match/,
    ),
    expect.stringMatching(/^Prompt "endless" threw an error whose data is not JSON \[/),
  ]);
});
