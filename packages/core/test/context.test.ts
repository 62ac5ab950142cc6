import {
  Arg,
  type CallOptions,
  Complete,
  type CompletionContext,
  definePrompt,
  Prompt,
  type RequestContext,
  type PromptHandler,
  Runtime,
} from '@cuecard/core';
import { describe, expect, jest, test } from '@jest/globals';
import { outcomeAfter, pause, useFakeTime } from '../../../build/jest/fake-time.ts';
import { throwing } from './support/throwing.ts';

declare module '@cuecard/core' {
  interface ContextBag {
    tenant?: string;
  }
}

type Line = readonly [level: string, message: string, data?: unknown];

function logging() {
  const lines: Line[] = [];
  const write = (level: string) => (message: string, data?: unknown) => void lines.push([level, message, data]);
  return { lines, logger: { error: write('error'), warn: write('warn'), info: write('info'), debug: write('debug') } };
}

/** A runtime whose only prompt calls this function. */
function doing(
  work: (context: RequestContext) => unknown,
  options: Partial<ConstructorParameters<typeof Runtime>[0]> = {},
) {
  @Prompt({ name: 'probe' })
  class Probe implements PromptHandler {
    async render(_: object, context: RequestContext) {
      await work(context);
      return 'done';
    }
  }
  const { lines, logger } = logging();
  const runtime = new Runtime({ prompts: [Probe], logger, ...options });
  return { lines, runtime, get: (call?: CallOptions) => runtime.prompts.get({ name: 'probe' }, call) };
}

const DONE = { messages: [{ role: 'user', content: { type: 'text', text: 'done' } }] };

describe('RequestContext', () => {
  const client = { revision: '2025-11-25', name: 'desk', version: '2.1.0', capabilities: { elicitation: {} } };
  const auth = { principal: 'ada', scopes: ['prompts:read'], claims: { tenant: 'acme' } };
  const seen = (context: RequestContext) => ({
    requestId: context.requestId,
    sessionId: context.sessionId,
    client: context.client,
    auth: context.auth,
    meta: context.meta,
    trace: context.trace,
    bag: context.bag,
    hasAsked: context.hasAsked,
  });

  test('contains the client, the caller and the other call options', async () => {
    let known: unknown;
    const { get } = doing((context) => (known = seen(context)));
    const meta = { traceparent: '00-4bf9-00f0-01', tracestate: 'a=b', baggage: 7, progressToken: 1 };
    const bag = { tenant: 'acme' };
    await get({ requestId: 'r1', sessionId: 's1', client, auth, meta, bag });
    const trace = { traceparent: '00-4bf9-00f0-01', tracestate: 'a=b' };
    expect(known).toEqual({ requestId: 'r1', sessionId: 's1', client, auth, meta, trace, bag, hasAsked: false });
  });

  test('contains no call options by default, and a new bag object per request', async () => {
    const known: RequestContext[] = [];
    const { get } = doing((context) => known.push(context));
    await get();
    await get();
    expect(known.map(seen)).toEqual([
      { meta: {}, trace: {}, bag: {}, hasAsked: false },
      { meta: {}, trace: {}, bag: {}, hasAsked: false },
    ]);
    expect(known[0]?.bag).not.toBe(known[1]?.bag);
  });

  test('passes its data, notifications and elicitation to inner prompts', async () => {
    class InnerArgs {
      @Arg() name!: string;
    }
    let known: unknown;
    @Prompt({ args: InnerArgs })
    class Inner implements PromptHandler<InnerArgs> {
      async render({ name }: InnerArgs, context: RequestContext) {
        known = seen(context);
        context.progress(1, 2);
        context.log('info', 'inside');
        const { name: other } = await context.ask(InnerArgs, 'Who?');
        return `${name} and ${other}`;
      }
    }
    @Prompt()
    class Outer implements PromptHandler {
      async render(_: object, context: RequestContext) {
        const inner = await runtime.prompts.render(Inner, { name: 'Ada' }, context);
        return [...inner.messages, `asked: ${context.hasAsked}`];
      }
    }
    const { lines, logger } = logging();
    const runtime: Runtime = new Runtime({ prompts: [Inner, Outer], logger });
    const sent: unknown[] = [];
    const answer = await runtime.prompts.get(
      { name: 'outer' },
      {
        requestId: 7,
        auth,
        progress: (...progress) => void sent.push(progress),
        log: (...line) => void sent.push(line),
        elicit: async () => ({ action: 'accept', content: { name: 'Grace' } }),
      },
    );
    expect(answer.messages.map(({ content }) => content)).toEqual([
      { type: 'text', text: 'Ada and Grace' },
      { type: 'text', text: 'asked: true' },
    ]);
    expect(known).toEqual({ requestId: 7, auth, meta: {}, trace: {}, bag: {}, hasAsked: false });
    expect(sent).toEqual([
      [1, 2, undefined],
      ['info', 'inside', undefined],
    ]);
    expect(lines).toEqual([['info', 'Prompt "inner": inside', undefined]]);
  });

  test('types `bag` as the application declares it', () => {
    const read = ({ bag }: RequestContext) => {
      const tenant: string | undefined = bag.tenant;
      // @ts-expect-error -- not declared
      return [tenant, bag.undeclared];
    };
    expect(read).toBeInstanceOf(Function);
  });
});

describe('RequestContext.log', () => {
  test('logs under the name of the prompt and notifies the client', async () => {
    const sent: unknown[] = [];
    const { lines, get } = doing((context) => {
      context.log('debug', 'one');
      context.log('info', 'two', { items: 2 });
      context.log('warning', 'three');
      context.log('error', 'four', { code: 7 });
    });
    await get();
    await get({ log: (...line) => void sent.push(line) });
    const written = [
      ['debug', 'Prompt "probe": one', undefined],
      ['info', 'Prompt "probe": two', { items: 2 }],
      ['warn', 'Prompt "probe": three', undefined],
      ['error', 'Prompt "probe": four', { code: 7 }],
    ];
    expect(lines).toEqual([...written, ...written]);
    expect(sent).toEqual([
      ['debug', 'one', undefined],
      ['info', 'two', { items: 2 }],
      ['warning', 'three', undefined],
      ['error', 'four', { code: 7 }],
    ]);
  });

  test('writes all levels to stderr by default', async () => {
    // Over stdio, stdout carries the protocol.
    const spy = (...names: ('error' | 'warn' | 'log' | 'info' | 'debug')[]) =>
      names.map((name) => jest.spyOn(console, name).mockReturnValue());
    const [toStderr, toStdout] = [spy('error', 'warn'), spy('log', 'info', 'debug')];
    const noisy = definePrompt({
      name: 'noisy',
      render: (_, context) => {
        for (const level of ['debug', 'info', 'warning', 'error'] as const) context.log(level, level);
        return 'sent';
      },
    });
    await new Runtime({ prompts: [noisy] }).prompts.get({ name: 'noisy' });
    expect(toStderr.map(({ mock }) => mock.calls)).toEqual([
      [['Prompt "noisy": debug'], ['Prompt "noisy": info'], ['Prompt "noisy": error']],
      [['Prompt "noisy": warning']],
    ]);
    expect(toStdout.map(({ mock }) => mock.calls)).toEqual([[], [], []]);
    jest.restoreAllMocks();
  });

  test('calls the logger without arguments for missing data and causes', async () => {
    // `console` prints `undefined` if it receives it as an argument.
    const lines: unknown[][] = [];
    const write = (...line: unknown[]) => void lines.push(line);
    const noisy = definePrompt({
      name: 'noisy',
      render: (_, context) => {
        for (const level of ['debug', 'info', 'warning', 'error'] as const) context.log(level, level);
        return undefined as never;
      },
    });
    const logger = { debug: write, info: write, warn: write, error: write };
    const answer = new Runtime({ prompts: [noisy], logger }).prompts.get({ name: 'noisy' });
    await expect(answer).rejects.toThrow('Internal error');
    expect(lines).toEqual([
      ['Prompt "noisy": debug'],
      ['Prompt "noisy": info'],
      ['Prompt "noisy": warning'],
      ['Prompt "noisy": error'],
      [expect.stringMatching(/^Prompt "noisy" returned nothing: .+ \[[\da-f-]{36}\]$/)],
    ]);
  });

  test('stops log and progress notifications after the response', async () => {
    const sent: unknown[] = [];
    let late = (): void => {};
    const { lines, get } = doing((context) => {
      late = () => {
        context.log('info', 'late');
        context.progress(2);
      };
      context.progress(1);
    });
    await get({ log: () => void sent.push('log'), progress: (progress) => void sent.push(progress) });
    late();
    expect([sent, lines]).toEqual([[1], [['info', 'Prompt "probe": late', undefined]]]);
  });

  test('logs the error and keeps rendering if a notification fails', async () => {
    const fail = throwing(new Error('the connection is gone'));
    const { lines, get } = doing((context) => {
      context.log('info', 'one');
      context.progress(1);
    });
    expect(await get({ log: fail, progress: fail })).toEqual(DONE);
    expect(lines).toEqual([
      ['info', 'Prompt "probe": one', undefined],
      ['error', 'Prompt "probe" could not notify the client', new Error('the connection is gone')],
      ['error', 'Prompt "probe" could not notify the client', new Error('the connection is gone')],
    ]);
  });
});

describe('RequestContext.deadline', () => {
  useFakeTime();

  test('ends a prompt after limits.renderMs', async () => {
    let left = 0;
    const { get } = doing(
      async (context) => {
        left = context.deadline - Date.now();
        await pause(5_000, context.signal);
      },
      { limits: { renderMs: 60 } },
    );
    expect(await outcomeAfter(60, get())).toMatchObject({
      name: 'TimeoutError',
      data: { prompt: 'probe', limitMs: 60 },
    });
    expect(left).toBe(60);
  });

  test('moves earlier with RequestContext.restrict, never later', async () => {
    const left: number[] = [];
    const { get } = doing(
      async (context) => {
        const { signal } = context;
        context.restrict(60_000);
        left.push(context.deadline - Date.now());
        context.restrict(20);
        left.push(context.deadline - Date.now());
        await pause(5_000, signal);
      },
      { limits: { renderMs: 1_000 } },
    );
    expect(await outcomeAfter(20, get())).toMatchObject({ data: { prompt: 'probe', limitMs: 20 } });
    expect(left).toEqual([1_000, 20]);
  });

  test('uses limits.completeMs in completions', async () => {
    let left = 0;
    class ProbeArgs {
      @Arg() name!: string;
    }
    @Prompt({ name: 'probe', args: ProbeArgs })
    class Probe implements PromptHandler<ProbeArgs> {
      render = () => '';
      @Complete('name')
      names(_: string, context: CompletionContext) {
        left = context.deadline - Date.now();
        return [];
      }
    }
    const runtime = new Runtime({ prompts: [Probe], limits: { completeMs: 700 } });
    await runtime.complete({ ref: { type: 'ref/prompt', name: 'probe' }, argument: { name: 'name', value: '' } });
    expect([left > 0, left <= 700]).toEqual([true, true]);
  });
});

describe('RequestContext.signal', () => {
  test('aborts with the error when the request has failed', async () => {
    let signal: AbortSignal | undefined;
    const { get } = doing((context) => {
      signal = context.signal;
      throw new Error('the rest is in vain');
    });
    await expect(get()).rejects.toMatchObject({ message: 'Internal error' });
    expect(signal).toMatchObject({ aborted: true, reason: { message: 'Internal error' } });
  });

  test('does not abort when the request has succeeded', async () => {
    let signal: AbortSignal | undefined;
    const { get } = doing((context) => (signal = context.signal));
    expect(await get()).toEqual(DONE);
    expect(signal?.aborted).toBe(false);
  });
});
