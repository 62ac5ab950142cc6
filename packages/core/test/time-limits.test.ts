import { setImmediate as turn } from 'node:timers/promises';
import {
  type CallOptions,
  Field,
  Prompt,
  type RequestContext,
  type PromptHandler,
  Runtime,
  TimeoutError,
  Tool,
  type ResourceContents,
  ResourceReader,
  user,
  type Interceptor,
} from '@cuecard/core';
import { expect, jest, test, describe } from '@jest/globals';
import { Validate, ValidatorConstraint, type ValidatorConstraintInterface } from 'class-validator';
import { elapse, outcomeAfter, pause, useFakeTime } from '../../../build/jest/fake-time.ts';
import { throwing } from './support/throwing.ts';

useFakeTime();

/** Expects that a request fails with this error within 50 ms. */
async function expectTimeout(request: Promise<unknown>, error: unknown): Promise<void> {
  expect(await outcomeAfter(50, request)).toEqual(error);
}

function rendering(render: (context: RequestContext) => Promise<string>, renderMs = 50) {
  class Slow implements PromptHandler {
    render = (_: object, context: RequestContext) => render(context);
  }
  Prompt()(Slow);
  const log: string[] = [];
  return {
    log,
    runtime: new Runtime({
      prompts: [Slow],
      limits: { renderMs },
      logger: { error: (m) => log.push(m), warn: () => {} },
    }),
  };
}

describe('limits.renderMs', () => {
  test('ends a slow prompt and aborts its signal', async () => {
    let signal: AbortSignal | undefined;
    const { runtime } = rendering((context) => {
      signal = context.signal;
      return new Promise(() => {});
    });
    await expectTimeout(
      runtime.prompts.get({ name: 'slow' }),
      new TimeoutError('Prompt "slow"', 50, { prompt: 'slow' }),
    );
    expect(signal?.reason).toEqual(new TimeoutError('Prompt "slow"', 50, { prompt: 'slow' }));
  });

  test('aborts the reader that a prompt waits for', async () => {
    let seen: AbortSignal | undefined;
    class Hanging extends ResourceReader {
      override read(_uri: string, { signal }: CallOptions = {}): Promise<ResourceContents> {
        seen = signal;
        return new Promise(() => {});
      }
    }
    class Quote implements PromptHandler {
      render = async (_: object, context: RequestContext) => user(await new Hanging().embed('memo:a', context));
    }
    Prompt()(Quote);
    const runtime = new Runtime({ prompts: [Quote], limits: { renderMs: 50 } });
    await expectTimeout(
      runtime.prompts.get({ name: 'quote' }),
      new TimeoutError('Prompt "quote"', 50, { prompt: 'quote' }),
    );
    expect(seen?.reason).toEqual(new TimeoutError('Prompt "quote"', 50, { prompt: 'quote' }));
  });
});

describe('RequestContext.signal', () => {
  test('is aborted even if it is first read after the deadline', async () => {
    let late: boolean | undefined;
    const { runtime } = rendering(async (context) => {
      await pause(80);
      late = context.signal.aborted;
      return '';
    });
    await expectTimeout(runtime.prompts.get({ name: 'slow' }), expect.any(TimeoutError));
    await elapse(50);
    expect(late).toBe(true);
  });
});

describe('CallOptions.signal', () => {
  test('rejects with the reason of the abort and logs nothing', async () => {
    let signal: AbortSignal | undefined;
    const { runtime, log } = rendering((context) => {
      signal = context.signal;
      return new Promise(() => {});
    }, 60_000);
    const caller = new AbortController();
    const answer = runtime.prompts.get({ name: 'slow' }, { signal: caller.signal }).catch((reason: unknown) => reason);
    await turn();
    caller.abort('changed my mind');
    expect([await answer, signal?.reason, log]).toEqual(['changed my mind', 'changed my mind', []]);
    await expect(runtime.prompts.get({ name: 'slow' }, { signal: caller.signal })).rejects.toBe('changed my mind');
  });
});

describe('RequestContext.defer()', () => {
  test('runs cleanups in reverse order, even if a cleanup fails', async () => {
    const events: string[] = [];
    const log: string[] = [];
    class Tidy implements PromptHandler {
      render = (_: object, context: RequestContext) => {
        context.defer(() => void events.push('first'));
        context.defer(throwing(new Error('broken')));
        context.defer(async () => void events.push('last'));
        return 'done';
      };
    }
    Prompt()(Tidy);
    const tidy = new Runtime({ prompts: [Tidy], logger: { error: (message) => log.push(message), warn: () => {} } });
    await tidy.prompts.get({ name: 'tidy' });
    await turn();
    expect([events, log]).toEqual([['last', 'first'], ['Prompt "tidy" failed to clean up']]);
  });
});

describe('Runtime.prompts.get', () => {
  test('leaves no timer behind', async () => {
    const { runtime } = rendering(async ({ signal }) => `${signal.aborted}`, 60_000);
    await runtime.prompts.get({ name: 'slow' });
    await turn();
    expect(jest.getTimerCount()).toBe(0);
  });
});

describe('RequestContext.defer() after the request', () => {
  test('runs a cleanup at once', async () => {
    let isClean = false;
    const { runtime } = rendering(async (context) => {
      await pause(80);
      context.defer(() => {
        isClean = true;
      });
      return '';
    });
    await expectTimeout(runtime.prompts.get({ name: 'slow' }), expect.any(TimeoutError));
    await elapse(50);
    expect(isClean).toBe(true);
  });
});

const HOUR_MS = 3_600_000;

describe.each([
  ['back', -HOUR_MS],
  ['forward', HOUR_MS],
])('RequestContext.deadline when the clock is set %s by an hour', (_where, byMs) => {
  test('keeps the time limit of a pending request', async () => {
    @Prompt({ name: 'slow' })
    class Slow implements PromptHandler {
      async render(_: object, context: RequestContext) {
        void context.deadline;
        jest.setSystemTime(Date.now() + byMs);
        await pause(20);
        context.restrict(60);
        await pause(20);
        const left = context.deadline - Date.now();
        expect([left > 0, left <= 60]).toEqual([true, true]);
        await pause(5_000, context.signal);
        return '';
      }
    }
    const runtime = new Runtime({ prompts: [Slow], logger: { error() {}, warn() {} } });
    expect(await outcomeAfter(80, runtime.prompts.get({ name: 'slow' }))).toEqual(
      new TimeoutError('Prompt "slow"', 60, { prompt: 'slow' }),
    );
  });
});

@Prompt({ name: 'wait' })
class Wait implements PromptHandler {
  render = (_: object, { signal }: RequestContext) =>
    new Promise<string>((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
}

describe('CallOptions.signal of a pending prompt', () => {
  test.each<[unknown, string[]]>([
    ['the person closed the window', ['Prompt "wait" was cancelled: the person closed the window']],
    ['x'.repeat(100), [`Prompt "wait" was cancelled: ${'x'.repeat(64)}…`]],
    ['two\nlines', [String.raw`Prompt "wait" was cancelled: two\u000alines`]],
    [undefined, []],
    [new Error('of the transport'), []],
  ])('logs a cancellation once if its reason is a string: %p', async (reason, expected) => {
    const lines: string[] = [];
    const logger = { error() {}, warn() {}, debug: (line: string) => void lines.push(line) };
    const pass: Interceptor = (_, next) => next();
    const runtime = new Runtime({ prompts: [Wait], interceptors: [pass, pass], logger });
    const controller = new AbortController();
    const answered = runtime.prompts.get({ name: 'wait' }, { signal: controller.signal }).catch(() => 'cancelled');
    await new Promise((resolve) => setImmediate(resolve));
    controller.abort(reason);
    expect([await answered, lines]).toEqual(['cancelled', expected]);
  });
});

test("limits.callMs also ends the check of an interceptor's result", async () => {
  let checks = 0;
  @ValidatorConstraint({ name: 'slowAtLast' })
  class SlowAtLast implements ValidatorConstraintInterface {
    validate = () => (++checks === 1 ? true : new Promise<boolean>(() => {}));
  }
  class Greeting {
    @Field()
    @Validate(SlowAtLast)
    text!: string;
  }
  @Tool({ output: Greeting })
  class Greet {
    call = () => ({ text: 'hello' });
  }
  const replace: Interceptor = async (_, next) => ({ ...(await next()) });
  const runtime = new Runtime({ tools: [Greet], interceptors: [replace], limits: { callMs: 50 } });
  const answer = await outcomeAfter(50, runtime.tools.call({ name: 'greet' }));
  expect([checks, Object(answer).isError, Object(answer).content]).toEqual([
    2,
    true,
    [{ type: 'text', text: 'Tool "greet" did not answer within 50 ms' }],
  ]);
});
