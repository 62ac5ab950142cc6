import { definePack, definePrompt, type Interceptor } from '@cuecard/core';
import { sizeLimits } from '@cuecard/interceptors';
import { describe, expect, test } from '@jest/globals';
import { internalError, refusal, review, runtimeWith, said } from './support/runtime.ts';

const tooLong = (argument: string, message: string) => ({ argument, rule: 'maxLength', message });

describe('sizeLimits', () => {
  test('rejects an argument that is too long, without repeating the value', async () => {
    const { runtime } = runtimeWith([sizeLimits({ argumentLength: 5 })]);
    expect((await runtime.prompts.get(review('12345'))).messages).toEqual([said('Review 12345')]);
    expect(await refusal(runtime.prompts.get(review('123456')))).toEqual({
      name: 'InvalidArgumentsError',
      message: 'Invalid arguments for prompt "review": code must be at most 5 characters long',
      code: -32602,
      data: { prompt: 'review', errors: [tooLong('code', 'code must be at most 5 characters long')] },
    });
  });

  test('rejects arguments whose total length is too large', async () => {
    const { runtime } = runtimeWith([sizeLimits({ argumentsLength: 5 })]);
    const both = (code: string) => ({ name: 'review', arguments: { code, style: 'abc' } });
    expect((await runtime.prompts.get(both('12'))).messages).toEqual([said('Review 12')]);
    expect(await refusal(runtime.prompts.get(both('123')))).toMatchObject({
      data: { errors: [tooLong('', 'the arguments together must be at most 5 characters long')] },
    });
  });

  test('lets the runtime reject unknown arguments and prompts', async () => {
    const { runtime } = runtimeWith([sizeLimits({ argumentLength: 5, argumentsLength: 5 })]);
    const long = 'x'.repeat(100);
    const unknown = await refusal(runtime.prompts.get({ name: 'nobody', arguments: { [long]: long } }));
    const foreign = await refusal(runtime.prompts.get({ name: 'review', arguments: { code: 'x', [long]: 'yyyyy' } }));
    expect([unknown, foreign]).toMatchObject([{ name: 'NotFoundError' }, { name: 'InvalidArgumentsError' }]);
    expect(JSON.stringify([unknown, foreign])).not.toContain(long);
  });

  const answering = (interceptor: Interceptor) =>
    runtimeWith([interceptor], {
      prompts: [
        definePrompt({
          name: 'echo',
          args: [{ name: 'n' }],
          render: ({ n }) => Array.from({ length: Number(n) }, () => 'é'),
        }),
      ],
    });
  const echo = (n: number) => ({ name: 'echo', arguments: { n: String(n) } });

  test('rejects a result with too many messages, and logs the reason', async () => {
    const { runtime, log } = answering(sizeLimits({ messages: 2 }));
    expect((await runtime.prompts.get(echo(2))).messages.length).toBe(2);
    expect(await refusal(runtime.prompts.get(echo(3)))).toEqual(internalError);
    expect(log.map(([, cause]) => String(cause))).toEqual([
      'RangeError: sizeLimits: the result has more than 2 messages; return fewer, or raise `messages`',
    ]);
  });

  test('rejects a result with too many bytes of UTF-8', async () => {
    const answer = { messages: [said('é')] };
    const bytes = Buffer.byteLength(JSON.stringify(answer));
    expect(await answering(sizeLimits({ answerBytes: bytes })).runtime.prompts.get(echo(1))).toEqual(answer);
    const { runtime, log } = answering(sizeLimits({ answerBytes: bytes - 1 }));
    expect(await refusal(runtime.prompts.get(echo(1)))).toEqual(internalError);
    expect(String(log[0]?.[1])).toBe(
      `RangeError: sizeLimits: the result has more than ${bytes - 1} bytes; return less, or raise \`answerBytes\``,
    );
  });

  test('applies the limits of a pack only to the prompts of the pack', async () => {
    const echoing = (name: string) => definePrompt({ name, args: [{ name: 'n' }], render: ({ n }) => String(n) });
    const pack = definePack({
      name: 'p',
      version: '1.0.0',
      prompts: [echoing('a')],
      interceptors: [sizeLimits({ argumentLength: 1 })],
    });
    const { runtime } = runtimeWith([], { prompts: [pack, echoing('b')] });
    expect(await refusal(runtime.prompts.get({ name: 'a', arguments: { n: 'xx' } }))).toMatchObject({ code: -32602 });
    expect(await runtime.prompts.get({ name: 'b', arguments: { n: 'xx' } })).toEqual({ messages: [said('xx')] });
  });

  test.each([0, -1, NaN, 0.5])('rejects the limit %d', (given) => {
    expect(() => sizeLimits({ messages: given })).toThrow(RangeError);
  });
});
