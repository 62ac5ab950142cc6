import { setImmediate as turn } from 'node:timers/promises';
import {
  Arg,
  type CallOptions,
  definePrompt,
  type GetPromptResult,
  InternalError,
  RequestContext,
  Runtime,
  TimeoutError,
} from '@cuecard/core';
import { describe, expect, test } from '@jest/globals';
import { outcomeAfter, pause, useFakeTime } from '../../../build/jest/fake-time.ts';
import { tokens } from './support/tokens.ts';

const logger = { error() {}, warn() {} };

/** Returns the context that a prompt receives for this call. */
async function contextOf(call: CallOptions = {}): Promise<RequestContext> {
  let seen: RequestContext | undefined;
  const probe = definePrompt({ name: 'probe', render: (_, context) => ((seen = context), 'done') });
  await new Runtime({ prompts: [probe], logger }).prompts.get({ name: 'probe' }, call);
  return seen as RequestContext;
}

const CALL = {
  client: { revision: '2025-11-25', name: 'host' },
  requestId: 7,
  sessionId: 'session',
  auth: { principal: 'ada', scopes: ['read'] },
  meta: { traceparent: '00-1' },
  bag: {},
};

describe('RequestContext in a handler', () => {
  test('has only the documented properties and methods', async () => {
    const context = await contextOf(CALL);
    const members = (object: object) => Reflect.ownKeys(object).filter((key) => key !== 'constructor');
    const prototype = Object.getPrototypeOf(context) as object;
    expect([...members(context), ...members(prototype)].toSorted()).toEqual(
      tokens`ask auth bag client deadline defer hasAsked log meta monitor progress requestId restrict sessionId signal trace`.toSorted(),
    );
    expect(Object.getPrototypeOf(prototype)).toBe(RequestContext.prototype);
  });

  test('keeps its data when it is spread into another call', async () => {
    const { signal } = new AbortController();
    let inner: RequestContext | undefined;
    const quoted = definePrompt({ name: 'quoted', render: (_, context) => ((inner = context), 'quoted') });
    const others = new Runtime({ prompts: [quoted], logger });
    const quoting = definePrompt({
      name: 'quoting',
      render: (_, context) => others.prompts.get({ name: 'quoted' }, { ...context, signal }),
    });
    const runtime = new Runtime({ prompts: [quoting], logger });
    await runtime.prompts.get({ name: 'quoting' }, CALL);
    expect({ ...inner }).toEqual(CALL);
  });
});

useFakeTime();

describe('RequestContext.restrict', () => {
  class Name {
    @Arg() name!: string;
  }

  const asking = (restrict: (context: RequestContext) => void, askMs = 5_000) => {
    const prompt = definePrompt({
      name: 'ask',
      render: async (_, context) => {
        const form = context.ask(Name, 'Who?');
        restrict(context);
        await form;
        await pause(500, context.signal);
        return 'late';
      },
    });
    return new Runtime({ prompts: [prompt], limits: { askMs, renderMs: 5_000 }, logger });
  };
  const answer = async (afterMs: number) => {
    await pause(afterMs);
    return { action: 'accept' as const, content: { name: 'Ada' } };
  };

  test('ends a request that waits for the user', async () => {
    const runtime = asking((context) => context.restrict(30));
    const got = runtime.prompts.get({ name: 'ask' }, { elicit: () => answer(300) });
    expect(await outcomeAfter(30, got)).toEqual(new TimeoutError('Prompt "ask"', 30, { prompt: 'ask' }));
  });

  test('still applies after the user has answered', async () => {
    const runtime = asking((context) => context.restrict(60));
    const got = runtime.prompts.get({ name: 'ask' }, { elicit: () => answer(10) });
    expect(await outcomeAfter(60, got)).toEqual(new TimeoutError('Prompt "ask"', 60, { prompt: 'ask' }));
  });
});

describe('RequestContext.progress and RequestContext.log in a loop', () => {
  type Report = readonly [progress: number, total: number | undefined, message: string | undefined];

  const loop = (work: (context: RequestContext) => void | Promise<void>) => {
    const prompt = definePrompt({
      name: 'loop',
      render: async (_, context) => {
        await work(context);
        return 'done';
      },
    });
    return new Runtime({ prompts: [prompt], logger });
  };

  test('sends the first 16 progress reports of a tick, and the last report', async () => {
    const reports: Report[] = [];
    const runtime = loop((context) => {
      for (let at = 1; at <= 5_000; at += 1) context.progress(at, 5_000, `step ${at}`);
    });
    const progress = (...report: [number, number?, string?]) => void reports.push(report as unknown as Report);
    await runtime.prompts.get({ name: 'loop' }, { progress });
    expect(reports).toEqual([
      ...Array.from({ length: 16 }, (_, index) => [index + 1, 5_000, `step ${index + 1}`]),
      [5_000, 5_000, 'step 5000'],
    ]);
  });

  test('sends the last progress report of each tick', async () => {
    const reports: number[] = [];
    const runtime = loop(async (context) => {
      for (let at = 1; at <= 30; at += 1) context.progress(at);
      await turn();
      context.progress(31);
    });
    await runtime.prompts.get({ name: 'loop' }, { progress: (at) => void reports.push(at) });
    expect(reports).toEqual([...Array.from({ length: 16 }, (_, index) => index + 1), 30, 31]);
  });

  test('sends the first 100 log lines per tick and the number of omitted lines', async () => {
    const [sent, logged]: [unknown[][], string[]] = [[], []];
    const prompt = definePrompt({
      name: 'loop',
      render: (_, context) => {
        for (let at = 1; at <= 5_000; at += 1) context.log('info', `line ${at}`);
        return 'done';
      },
    });
    const info = (line: string) => void logged.push(line);
    const runtime = new Runtime({ prompts: [prompt], logger: { ...logger, info } });
    await runtime.prompts.get({ name: 'loop' }, { log: (...line) => void sent.push(line) });
    expect([logged.length, sent.length, sent.slice(-2)]).toEqual([
      5_000,
      101,
      [
        ['info', 'line 100', undefined],
        ['warning', '4900 more log messages were omitted', undefined],
      ],
    ]);
  });
});

describe('RequestContext', () => {
  class Form {
    @Arg() name!: string;
  }

  test('rejects ask() after the request has ended', async () => {
    let calls = 0;
    const elicit = async () => ((calls += 1), { action: 'decline' as const });
    const context = await contextOf({ elicit });
    await expect(context.ask(Form, 'Who?')).rejects.toThrow('The request has ended');
    expect(calls).toBe(0);
  });

  test('keeps the limit that restrict() sets during an elicitation if a second elicitation begins', async () => {
    const elicit = () => pause(400).then(() => ({ action: 'decline' as const }));
    const prompt = definePrompt({
      name: 'ask',
      render: (_, context) => {
        const first = context.ask(Form, 'One');
        context.restrict(50);
        return Promise.allSettled([first, context.ask(Form, 'Two')]).then(() => 'done');
      },
    });
    const got = new Runtime({ prompts: [prompt], logger }).prompts.get({ name: 'ask' }, { elicit });
    expect(await outcomeAfter(50, got)).toEqual(new TimeoutError('Prompt "ask"', 50, { prompt: 'ask' }));
  });

  test('rejects an unknown log level', async () => {
    const context = await contextOf();
    expect(() => context.log('constructor' as 'info', 'x')).toThrow(
      'context.log has no level "constructor": use debug, info, warning, error',
    );
  });

  test('logs a notification that rejects', async () => {
    const errors: unknown[] = [];
    const prompt = definePrompt({ name: 'far', render: (_, context) => (context.progress(1), 'done') });
    const runtime = new Runtime({ prompts: [prompt], logger: { ...logger, error: (line) => void errors.push(line) } });
    const progress = (() => Promise.reject(new Error('gone'))) as unknown as NonNullable<CallOptions['progress']>;
    await runtime.prompts.get({ name: 'far' }, { progress });
    await turn();
    expect(errors).toEqual(['Prompt "far" could not notify the client']);
  });
});

test('Runtime logs an InternalError of the application once, with its id', async () => {
  const lines: unknown[] = [];
  const cause = new Error('no connection');
  const thrown = new InternalError('talk', 'could not reach the database', { cause });
  const inner = definePrompt({ name: 'inner', render: () => Promise.reject(thrown) });
  const quoting = definePrompt({
    name: 'outer',
    render: (): Promise<GetPromptResult> => runtime.prompts.get({ name: 'inner' }),
  });
  const runtime: Runtime = new Runtime({
    prompts: [inner, quoting],
    interceptors: [(_, next) => next()],
    logger: { ...logger, error: (...line) => void lines.push(line) },
  });
  await expect(runtime.prompts.get({ name: 'outer' })).rejects.toMatchObject({ data: { id: thrown.id } });
  expect(lines).toEqual([[`Prompt "inner" could not reach the database [${thrown.id}]`, cause]]);
});
