import { setImmediate as turn } from 'node:timers/promises';
import {
  Arg,
  Complete,
  definePack,
  definePrompt,
  type Interceptor,
  mount,
  type Next,
  onComplete,
  onGetPrompt,
  onListPrompts,
  Prompt,
  type Answer,
  type Call,
  type RequestContext,
  DefinitionError,
  RequestError,
  type RegistryEntry,
  type PromptHandler,
  type InterceptorHandler,
  type Resolver,
  Runtime,
  type RuntimeOptions,
  TimeoutError,
} from '@cuecard/core';
import { describe, expect, test } from '@jest/globals';
import { throwing } from './support/throwing.ts';
import { promptClass } from './support/prompts.ts';

class TopicArgs {
  @Arg() topic!: string;
}

const said = (value: string) => ({ messages: [{ role: 'user', content: { type: 'text', text: value } }] });
const answered = (value: string) => ({
  messages: [{ role: 'user' as const, content: { type: 'text' as const, text: value } }],
});
const about = (topic: string) => ({ name: 'talk', arguments: { topic } });
const typed = (value: string) => ({
  ref: { type: 'ref/prompt' as const, name: 'talk' },
  argument: { name: 'topic', value },
});
/** The fields of an error that a client can see. */
const refusal = (answer: Promise<unknown>) =>
  answer.then(
    () => 'no refusal',
    (error: unknown) => {
      const { message, code, data } = error as RequestError;
      return { message, code, data };
    },
  );
const hidden = { message: 'Internal error', code: -32603, data: { id: expect.any(String) } };

function talk(interceptors: readonly Interceptor[] = []): RegistryEntry {
  @Prompt({ name: 'talk', args: TopicArgs, interceptors })
  class Talk implements PromptHandler<TopicArgs> {
    render({ topic }: TopicArgs) {
      return `About ${topic}`;
    }
    @Complete('topic')
    topics() {
      return ['rivers', 'roads'];
    }
  }
  return Talk;
}

function runtimeOf(options: Partial<RuntimeOptions>) {
  const log: [string, unknown][] = [];
  const logger = { error: (message: string, cause: unknown) => void log.push([message, cause]), warn: () => {} };
  return { log, runtime: new Runtime({ prompts: [talk()], logger, ...options }) };
}

/** Records when a request enters and leaves the interceptor. */
function noting(way: string[], name: string): Interceptor {
  return async (call, next) => {
    way.push(`${name} ${call.method}`);
    const answer = await next();
    way.push(`${name} left`);
    return answer;
  };
}

describe('Runtime with nested interceptors', () => {
  const arrange = () => {
    const way: string[] = [];
    const inner = definePack({
      name: 'inner',
      version: '1.0.0',
      prompts: [talk([noting(way, 'prompt')])],
      interceptors: [noting(way, 'inner pack')],
    });
    const outer = definePack({
      name: 'outer',
      version: '1.0.0',
      prompts: [mount(inner, { interceptors: [noting(way, 'mount')] })],
      interceptors: [noting(way, 'outer pack')],
    });
    const interceptors = [noting(way, 'first'), noting(way, 'second')];
    return { way, runtime: runtimeOf({ prompts: [outer], interceptors }).runtime };
  };
  const all = ['first', 'second', 'outer pack', 'mount', 'inner pack', 'prompt'];
  const inAndOut = (method: string, names: readonly string[]) => [
    ...names.map((name) => `${name} ${method}`),
    ...names.toReversed().map((name) => `${name} left`),
  ];

  test('runs runtime, pack, mount and prompt interceptors from outermost to innermost', async () => {
    const { way, runtime } = arrange();
    expect(await runtime.prompts.get(about('rivers'))).toMatchObject(said('About rivers'));
    expect(way).toEqual(inAndOut('prompts/get', all));
  });

  test('runs the same interceptors around a completion', async () => {
    const { way, runtime } = arrange();
    expect((await runtime.complete(typed('ri'))).completion.values).toEqual(['rivers']);
    expect(way).toEqual(inAndOut('completion/complete', all));
  });

  test('runs only runtime interceptors around a list', async () => {
    const { way, runtime } = arrange();
    expect((await runtime.prompts.list()).prompts.map(({ name }) => name)).toEqual(['talk']);
    expect(way).toEqual(inAndOut('prompts/list', ['first', 'second']));
  });

  test('runs only runtime interceptors when the prompt is unknown', async () => {
    const { way, runtime } = arrange();
    await expect(runtime.prompts.get({ name: 'nobody' })).rejects.toThrow('Unknown prompt "nobody"');
    expect(way).toEqual(['first prompts/get', 'second prompts/get']);
  });
});

describe('Interceptor', () => {
  test('receives the method, params, context and definition', async () => {
    const seen: unknown[] = [];
    const { runtime } = runtimeOf({
      prompts: [definePrompt({ name: 'greet', version: '1.2.0', render: () => 'Hello' })],
      interceptors: [
        ({ method, params, context, definition }, next) => {
          seen.push([method, params, context.requestId, definition?.name, definition?.version]);
          return next();
        },
      ],
    });
    await runtime.prompts.get({ name: 'greet' }, { requestId: 7 });
    await runtime.prompts.list({});
    expect(seen).toEqual([
      ['prompts/get', { name: 'greet', arguments: undefined }, 7, 'greet', '1.2.0'],
      ['prompts/list', {}, undefined, undefined, undefined],
    ]);
  });

  test('runs only for one method if wrapped in onGetPrompt, onComplete or onListPrompts', async () => {
    const seen: string[] = [];
    const { runtime } = runtimeOf({
      interceptors: [
        onGetPrompt((call, next) => (seen.push(`get ${call.params.name}`), next())),
        onComplete((call, next) => (seen.push(`complete ${call.params.argument.value}`), next())),
        onListPrompts((call, next) => (seen.push(`list ${call.params.cursor}`), next())),
      ],
    });
    await runtime.prompts.get(about('rivers'));
    await runtime.complete(typed('ro'));
    await runtime.prompts.list();
    expect(seen).toEqual(['get talk', 'complete ro', 'list undefined']);
  });

  test('passes changed params to next, which validates them', async () => {
    const upper = onGetPrompt(({ params }, next) => {
      const { topic } = params.arguments as { topic: string };
      return next({ ...params, arguments: { topic: topic === 'none' ? 7 : topic.toUpperCase() } });
    });
    const { runtime } = runtimeOf({ interceptors: [upper] });
    expect(await runtime.prompts.get(about('rivers'))).toEqual(said('About RIVERS'));
    expect(await refusal(runtime.prompts.get(about('none')))).toMatchObject({
      code: -32602,
      data: { prompt: 'talk', errors: [{ argument: 'topic' }] },
    });
  });

  test('cannot switch to another prompt by changing the name', async () => {
    const { runtime } = runtimeOf({
      prompts: [talk(), definePrompt({ name: 'secret', render: () => 'secret' })],
      interceptors: [onGetPrompt(({ params }, next) => next({ ...params, name: 'secret' }))],
    });
    expect(await runtime.prompts.get(about('rivers'))).toEqual(said('About rivers'));
  });

  test('changes the params of a completion and the cursor of a list', async () => {
    const { runtime } = runtimeOf({
      interceptors: [
        onComplete(({ params }, next) => next({ ...params, argument: { name: 'topic', value: 'ro' } })),
        onListPrompts((_, next) => next({ cursor: 'never given out' })),
      ],
    });
    expect((await runtime.complete(typed('ri'))).completion.values).toEqual(['roads']);
    await expect(runtime.prompts.list()).rejects.toThrow('Invalid cursor');
  });

  test('returns its own result without calling next', async () => {
    const { runtime } = runtimeOf({ interceptors: [onGetPrompt(() => answered('Closed'))] });
    expect(await runtime.prompts.get(about('rivers'))).toEqual(said('Closed'));
  });

  test('rejects with the RequestError that it throws, and logs nothing', async () => {
    const { runtime, log } = runtimeOf({
      interceptors: [throwing(new RequestError('Closed on Sundays', { code: 503, data: { open: 'Monday' } }))],
    });
    const closed = { message: 'Closed on Sundays', code: 503, data: { open: 'Monday' } };
    const refused = [
      refusal(runtime.prompts.get(about('rivers'))),
      refusal(runtime.complete(typed(''))),
      refusal(runtime.prompts.list()),
    ];
    expect(await Promise.all(refused)).toEqual([closed, closed, closed]);
    expect(log).toEqual([]);
  });

  test('replaces an error of next with a result', async () => {
    const { runtime } = runtimeOf({
      interceptors: [onGetPrompt((_, next) => next().catch((error: RequestError) => answered(`Sorry: ${error.code}`)))],
    });
    expect(await runtime.prompts.get({ name: 'talk' })).toEqual(said('Sorry: -32602'));
  });

  test.each<[string, RegistryEntry]>([
    ['a class', talk()],
    ['data', definePrompt({ name: 'talk', args: [{ name: 'topic' }], render: ({ topic }) => `About ${topic}` })],
    ['a mounted pack', mount(definePack({ name: 'pack', version: '1.0.0', prompts: [talk()] }))],
  ])('changes the result of a prompt that is registered as %s', async (_, entry) => {
    const change = onGetPrompt(async (__, next) => {
      const { messages } = await next();
      return { messages: [...messages, ...answered('changed').messages] };
    });
    const { runtime } = runtimeOf({ prompts: [entry], interceptors: [change] });
    expect(await runtime.prompts.get(about('rivers'))).toEqual({
      messages: [...said('About rivers').messages, ...said('changed').messages],
    });
  });

  test('runs only for the prompt whose definePrompt call lists it', async () => {
    const closed = onGetPrompt(() => answered('Closed'));
    const { runtime } = runtimeOf({
      prompts: [talk(), definePrompt({ name: 'greet', interceptors: [closed], render: () => 'Hello' })],
    });
    expect(await Promise.all([runtime.prompts.get({ name: 'greet' }), runtime.prompts.get(about('roads'))])).toEqual([
      said('Closed'),
      said('About roads'),
    ]);
  });

  test('receives the argument values of runtime.prompts.render', async () => {
    @Prompt({ name: 'talk', args: TopicArgs })
    class Talk implements PromptHandler<TopicArgs> {
      render = ({ topic }: TopicArgs) => `About ${topic}`;
    }
    const seen: unknown[] = [];
    const { runtime } = runtimeOf({
      prompts: [Talk],
      interceptors: [onGetPrompt(({ params }, next) => (seen.push(params), next()))],
    });
    await runtime.prompts.render(Talk, { topic: 'rivers' });
    expect(seen).toEqual([{ name: 'talk', arguments: { topic: 'rivers' } }]);
  });
});

describe('InterceptorHandler', () => {
  class Sign implements InterceptorHandler {
    constructor(readonly mark: string) {}
    async intercept(_: Call, next: Next): Promise<Answer> {
      const answer = await next();
      return 'messages' in answer ? { messages: [...answer.messages, ...answered(this.mark).messages] } : answer;
    }
  }

  const resolver = (mark: string, made: unknown[] = []): Resolver =>
    Object.assign(
      <T>(type: new (...args: never[]) => T, context: RequestContext) => {
        made.push([type.name, context.requestId]);
        const Injected = type as unknown as new (mark: string) => T;
        return new Injected(mark);
      },
      { check: () => undefined },
    );

  test('uses the resolver to create one instance per request', async () => {
    const made: unknown[] = [];
    const { runtime } = runtimeOf({ resolver: resolver('!', made), interceptors: [Sign] });
    expect(await runtime.prompts.get(about('roads'), { requestId: 1 })).toEqual({
      messages: [...said('About roads').messages, ...said('!').messages],
    });
    await runtime.prompts.list({}, { requestId: 2 });
    expect(made).toEqual([
      ['Sign', 1],
      ['Talk', 1],
      ['Sign', 2],
    ]);
  });

  test('causes a DefinitionError at start-up if constructor parameters exist, but no resolver', () => {
    expect(() => runtimeOf({ interceptors: [Sign] })).toThrow(DefinitionError);
    expect(() => runtimeOf({ interceptors: [Sign] })).toThrow('Sign has 1 constructor parameter(s)');
  });

  test('hides the error from the client and logs it if the construction fails', async () => {
    const { runtime, log } = runtimeOf({
      resolver: Object.assign(throwing(new Error('password=hunter2')), { check: () => undefined }),
      interceptors: [Sign],
    });
    expect(await refusal(runtime.prompts.get(about('roads')))).toEqual(hidden);
    expect(log).toEqual([[expect.stringMatching(/^Prompt "talk" failed in an interceptor \[/), expect.any(Error)]]);
  });
});

describe('Runtime with invalid results of interceptors', () => {
  test.each<[string, unknown]>([
    ['nothing', undefined],
    ['a message with a foreign role', { messages: [{ role: 'system', content: { type: 'text', text: 'x' } }] }],
    ['a foreign property', { messages: [], secret: 'x' }],
    ['a list of prompts', { prompts: [] }],
    ['more messages than the limit', { messages: Array.from({ length: 4 }, () => answered('x').messages[0]) }],
    ['more bytes than the limit', answered('x'.repeat(1001))],
  ])('rejects a prompt result with an internal error: %s', async (_, answer) => {
    const { runtime, log } = runtimeOf({
      limits: { messages: 3, answerBytes: 1000 },
      interceptors: [onGetPrompt(() => answer as never)],
    });
    expect(await refusal(runtime.prompts.get(about('rivers')))).toEqual(hidden);
    expect(log.length).toBe(1);
  });

  test.each<[string, unknown]>([
    ['nothing', undefined],
    ['101 values', { completion: { values: Array.from({ length: 101 }, () => 'x') } }],
    ['values that are not strings', { completion: { values: [7] } }],
    ['a prompt', answered('x')],
  ])('rejects a completion result with an internal error: %s', async (_, answer) => {
    const { runtime } = runtimeOf({ interceptors: [onComplete(() => answer as never)] });
    expect(await refusal(runtime.complete(typed('r')))).toEqual(hidden);
  });

  test.each<[string, unknown]>([
    ['nothing', undefined],
    ['an entry without a name', { prompts: [{}] }],
    ['a prompt', answered('x')],
  ])('rejects a list result with an internal error: %s', async (_, answer) => {
    const { runtime } = runtimeOf({ interceptors: [onListPrompts(() => answer as never)] });
    expect(await refusal(runtime.prompts.list())).toEqual(hidden);
  });

  test('rejects a request whose interceptor mutates the list, and leaves the list unchanged', async () => {
    const spoil = onListPrompts(async (_, next) => {
      const page = await next();
      page.prompts.length = 0;
      return page;
    });
    let isOn = true;
    const { runtime } = runtimeOf({ interceptors: [(call, next) => (isOn ? spoil(call, next) : next())] });
    expect(await refusal(runtime.prompts.list())).toEqual(hidden);
    isOn = false;
    expect((await runtime.prompts.list()).prompts.map(({ name }) => name)).toEqual(['talk']);
  });

  test('rejects a prompt result that an interceptor mutated after calling next', async () => {
    const { runtime } = runtimeOf({
      interceptors: [
        onGetPrompt(async (_, next) => {
          const answer = await next();
          Object.assign(answer, { messages: [{ role: 'system', content: 'x' }] });
          return answer;
        }),
      ],
    });
    expect(await refusal(runtime.prompts.get(about('rivers')))).toEqual(hidden);
  });
});

describe('Runtime with a misbehaving interceptor', () => {
  const hanging: Interceptor = () => new Promise(() => {});
  const timeout = new TimeoutError('Prompt "talk"', 30, { prompt: 'talk' });

  test('rejects with TimeoutError when an interceptor hangs', async () => {
    const { runtime } = runtimeOf({ interceptors: [hanging], limits: { renderMs: 30, completeMs: 30, listMs: 30 } });
    await expect(runtime.prompts.get(about('rivers'))).rejects.toEqual(timeout);
    await expect(runtime.complete(typed('r'))).rejects.toEqual(timeout);
    await expect(runtime.prompts.list()).rejects.toEqual(new TimeoutError('The list of prompts', 30));
  });

  test('rejects the next() calls of outer interceptors if an inner interceptor times out', async () => {
    const seen: unknown[] = [];
    const tidy: Interceptor = async (_, next) => {
      try {
        return await next();
      } catch (error) {
        seen.push(error);
        throw error;
      } finally {
        seen.push('tidied up');
      }
    };
    const { runtime } = runtimeOf({ interceptors: [tidy, hanging], limits: { renderMs: 30 } });
    await expect(runtime.prompts.get(about('rivers'))).rejects.toEqual(timeout);
    await turn();
    expect(seen).toEqual([timeout, 'tidied up']);
  });

  test('rejects with the abort reason when the client cancels a hanging request', async () => {
    const { runtime } = runtimeOf({ interceptors: [hanging] });
    const reason = new Error('cancelled');
    const controller = new AbortController();
    const answer = runtime.prompts.get(about('rivers'), { signal: controller.signal });
    controller.abort(reason);
    await expect(answer).rejects.toBe(reason);
  });

  test.each<[string, Interceptor]>([
    ['throws', throwing(new Error('password=hunter2'))],
    ['rejects', () => Promise.reject(new Error('password=hunter2'))],
    ['rejects with a string', () => Promise.reject('password=hunter2')],
    [
      'throws after the answer',
      async (_, next) => {
        await next();
        throw new Error('password=hunter2');
      },
    ],
  ])('hides an error from the client and logs it: interceptor %s', async (_, interceptor) => {
    const { runtime, log } = runtimeOf({ interceptors: [interceptor] });
    const refusals = [
      await refusal(runtime.prompts.get(about('rivers'))),
      await refusal(runtime.complete(typed('r'))),
      await refusal(runtime.prompts.list()),
    ];
    expect(refusals).toEqual([hidden, hidden, hidden]);
    expect(JSON.stringify(refusals)).not.toContain('hunter2');
    expect(log.map(([message]) => message.replace(/\[.*\]/, '[id]'))).toEqual([
      'Prompt "talk" failed in an interceptor [id]',
      'Prompt "talk" failed in an interceptor [id]',
      'The list of prompts failed in an interceptor [id]',
    ]);
    expect(log.map(([, cause]) => String(cause))).toEqual(
      Array.from({ length: 3 }, () => expect.stringContaining('hunter2')),
    );
  });

  test('passes interceptors only the public error of a prompt', async () => {
    const seen: unknown[] = [];
    const look: Interceptor = (_, next) =>
      next().catch((error: unknown) => {
        seen.push((error as Error).message);
        throw error;
      });
    const { runtime, log } = runtimeOf({
      prompts: [definePrompt({ name: 'talk', render: throwing(new Error('password=hunter2')) })],
      interceptors: [look, look],
    });
    expect(await refusal(runtime.prompts.get({ name: 'talk' }))).toEqual(hidden);
    expect(seen).toEqual(['Internal error', 'Internal error']);
    expect(log.length).toBe(1); // The log has one entry, although two interceptors saw the error.
  });

  test('does not render when next is called after a timeout', async () => {
    let goOn: (() => Promise<unknown>) | undefined;
    let rendered = 0;
    const { runtime } = runtimeOf({
      prompts: [definePrompt({ name: 'talk', render: () => `${++rendered}` })],
      interceptors: [
        (_, next) => {
          goOn = next;
          return new Promise(() => {});
        },
      ],
      limits: { renderMs: 20 },
    });
    await expect(runtime.prompts.get({ name: 'talk' })).rejects.toThrow(TimeoutError);
    await expect(goOn?.()).rejects.toEqual(
      new RequestError('The request has ended, so next() can no longer be called'),
    );
    expect(rendered).toBe(0);
  });

  test('rejects next when it is called after the result was returned', async () => {
    let goOn: (() => Promise<unknown>) | undefined;
    const { runtime } = runtimeOf({ interceptors: [onGetPrompt((_, next) => ((goOn = next), answered('Closed')))] });
    expect(await runtime.prompts.get(about('rivers'))).toEqual(said('Closed'));
    await expect(goOn?.()).rejects.toThrow('The request has ended');
  });

  test('renders once for each call of next', async () => {
    let rendered = 0;
    const { runtime } = runtimeOf({
      prompts: [definePrompt({ name: 'talk', render: () => `${++rendered}` })],
      interceptors: [
        onGetPrompt(async (_, next) => {
          const first = await next();
          await next();
          return first;
        }),
      ],
    });
    expect([await runtime.prompts.get({ name: 'talk' }), rendered]).toEqual([said('1'), 2]);
  });

  test('causes no unhandled rejection when next is not awaited', async () => {
    const unhandled: unknown[] = [];
    const note = (reason: unknown) => void unhandled.push(reason);
    process.on('unhandledRejection', note);
    try {
      const { runtime } = runtimeOf({
        prompts: [definePrompt({ name: 'talk', render: () => Promise.reject(new Error('late')) })],
        interceptors: [
          onGetPrompt((_, next) => {
            void next();
            return answered('Closed');
          }),
        ],
      });
      expect(await runtime.prompts.get({ name: 'talk' })).toEqual(said('Closed'));
      await turn();
      expect(unhandled).toEqual([]);
    } finally {
      process.off('unhandledRejection', note);
    }
  });

  test('serves the next request after an interceptor has failed', async () => {
    let isFirst = true;
    const once: Interceptor = (_, next) => {
      if (!isFirst) return next();
      isFirst = false;
      throw new Error('once');
    };
    const { runtime } = runtimeOf({ interceptors: [once] });
    expect(await refusal(runtime.prompts.get(about('rivers')))).toEqual(hidden);
    expect(await runtime.prompts.get(about('rivers'))).toEqual(said('About rivers'));
  });
});

describe('RuntimeOptions.interceptors', () => {
  test('accepts arrow functions, functions, and classes with a method or property', async () => {
    const calls: string[] = [];
    const note = (name: string, next: Next) => {
      calls.push(name);
      return next();
    };
    const arrow: Interceptor = (_, next) => note('arrow', next);
    function plain(_call: Call, next: Next) {
      return note('function', next);
    }
    class WithMethod implements InterceptorHandler {
      intercept(_call: Call, next: Next) {
        return note('method', next);
      }
    }
    class WithProperty implements InterceptorHandler {
      intercept: Interceptor = (_, next) => note('property', next);
    }
    function Constructor() {}
    Constructor.prototype.intercept = (_call: Call, next: Next) => note('constructor', next);
    const interceptors = [arrow, plain, WithMethod, WithProperty, Constructor as never];
    const { runtime } = runtimeOf({ interceptors });
    expect(await runtime.prompts.get(about('rivers'))).toEqual(said('About rivers'));
    expect(calls).toEqual(['arrow', 'function', 'method', 'property', 'constructor']);
  });
});

describe('RuntimeOptions.resolver', () => {
  test('awaits an asynchronous resolver', async () => {
    const Late = promptClass('Late', 'Late');
    const resolver: Resolver = async (type) => {
      await turn();
      return new type();
    };
    const runtime = new Runtime({ prompts: [Late], resolver });
    expect(await runtime.prompts.get({ name: 'late' })).toEqual(said('Late'));
  });
});
