import { setImmediate as turn } from 'node:timers/promises';
import {
  Arg,
  type Call,
  type Class,
  Complete,
  defineClass,
  InternalError,
  type Invocation,
  isPrompt,
  Prompt,
  type PromptHandler,
  Registry,
  type RequestContext,
  RequestError,
  type Resolver,
  Runtime,
} from '@cuecard/core';
import { describe, expect, test } from '@jest/globals';
import { ValidateBy } from 'class-validator';

class Topic {
  @Arg() topic!: string;
}

@Prompt({ args: Topic })
class Talk implements PromptHandler<Topic> {
  render = ({ topic }: Topic, { requestId }: RequestContext) => `${topic} (${requestId})`;

  @Complete('topic')
  topics(typed: string) {
    return [`${typed}s`];
  }
}

const logger = { error() {}, warn() {} };

/** A resolver with its own `invoke`, like the resolver of a framework. */
function framework(invoke: NonNullable<Resolver['invoke']>): Resolver {
  const construct = <T>(type: new () => T) => new type();
  return Object.assign(construct as Resolver, { invoke });
}

function definePromptOf(args: Class<{ topic: string }>) {
  class Handler implements PromptHandler<{ topic: string }> {
    render = ({ topic }: { topic: string }) => topic;
  }
  Prompt({ name: 'talk', args })(Handler);
  return Handler;
}

/** Calls a handler as a framework does. */
async function callHandler(invocation: Invocation): Promise<unknown> {
  const parameters = await invocation.bind();
  const handler = (await invocation.construct()) as Record<string | symbol, (...all: readonly unknown[]) => unknown>;
  return handler[invocation.method]?.(...parameters);
}

describe('Resolver.invoke', () => {
  test('binds, constructs and calls every handler', async () => {
    const seen: unknown[] = [];
    const resolver = framework(async (invocation, context) => {
      seen.push([invocation.definition.name, invocation.method, context.requestId]);
      return [await callHandler(invocation), 'signed'] as never;
    });
    const runtime = new Runtime({ prompts: [Talk], resolver, logger });
    const { messages } = await runtime.prompts.get({ name: 'talk', arguments: { topic: 'rivers' } }, { requestId: 1 });
    expect(messages.map(({ content }) => content)).toEqual([
      { type: 'text', text: 'rivers (1)' },
      { type: 'text', text: 'signed' },
    ]);
    expect(seen).toEqual([['talk', 'render', 1]]);
  });

  test('wraps completion methods', async () => {
    const seen: unknown[] = [];
    const resolver = framework((invocation) => {
      seen.push([invocation.definition.name, invocation.method]);
      return callHandler(invocation);
    });
    const runtime = new Runtime({ prompts: [Talk], resolver, logger });
    const ref = { type: 'ref/prompt', name: 'talk' } as const;
    expect(await runtime.complete({ ref, argument: { name: 'topic', value: 'river' } })).toEqual({
      completion: { values: ['rivers'], total: 1, hasMore: false },
    });
    expect(seen).toEqual([['talk', 'topics']]);
  });

  test('does not construct the handler if invoke() rejects without calling bind()', async () => {
    const constructed: unknown[] = [];
    const construct = ((type: new () => unknown) => constructed.push(type)) as unknown as Resolver;
    const resolver = Object.assign(construct, { invoke: () => Promise.reject(new Error('Forbidden')) });
    const runtime = new Runtime({ prompts: [Talk], resolver, logger });
    const refused: unknown = await runtime.prompts.get({ name: 'talk', arguments: { topic: 'a' } }).catch((e) => e);
    expect(refused).toBeInstanceOf(InternalError);
    expect([(refused as InternalError).problem, constructed]).toEqual(['failed', []]);
  });

  test('causes no unhandled rejection if promises are not awaited', async () => {
    const unhandled: unknown[] = [];
    const note = (error: unknown) => void unhandled.push(error);
    process.on('unhandledRejection', note);
    class Slow {
      @Arg() @ValidateBy({ name: 'slow', validator: { validate: async () => false } }) topic!: string;
    }
    const prompts = [definePromptOf(Slow)];
    const early = framework(async (invocation) => {
      const bound = invocation.bind();
      await turn();
      const handler = (await invocation.construct()) as PromptHandler;
      return handler.render((await bound)[0] as object, {} as RequestContext);
    });
    const forgetful = framework((invocation) => {
      void invocation.bind();
      throw new RequestError('Forbidden', { code: 1 });
    });
    const get = (resolver: Resolver) =>
      new Runtime({ prompts, resolver, logger }).prompts.get({ name: 'talk', arguments: { topic: 'a' } });
    await expect(get(early)).rejects.toMatchObject({ code: -32602 });
    await expect(get(forgetful)).rejects.toMatchObject({ message: 'Forbidden' });
    await turn();
    process.off('unhandledRejection', note);
    expect(unhandled).toEqual([]);
  });

  test('logs an error that invoke() throws after bind() has rejected', async () => {
    const lines: unknown[] = [];
    const resolver = framework(async (invocation) => {
      try {
        await invocation.bind();
      } catch {
        throw new Error('of the framework');
      }
    });
    const runtime = new Runtime({
      prompts: [Talk],
      resolver,
      logger: { ...logger, error: (line) => void lines.push(line) },
    });
    const refused: unknown = await runtime.prompts.get({ name: 'talk', arguments: {} }).catch((error) => error);
    expect(lines).toEqual([`Prompt "talk" failed [${(refused as InternalError).id}]`]);
  });

  test('may return a result after bind() has rejected', async () => {
    const resolver = framework((invocation) => callHandler(invocation).catch(() => 'Name a topic.'));
    const runtime = new Runtime({ prompts: [Talk], resolver, logger });
    const { messages } = await runtime.prompts.get({ name: 'talk', arguments: {} });
    expect(messages).toEqual([{ role: 'user', content: { type: 'text', text: 'Name a topic.' } }]);
  });

  test('rejects invalid arguments with the same error as the runtime', async () => {
    const runtime = new Runtime({ prompts: [Talk], resolver: framework(callHandler), logger });
    await expect(runtime.prompts.get({ name: 'talk', arguments: {} })).rejects.toMatchObject({
      code: -32602,
      data: { prompt: 'talk', errors: [{ argument: 'topic', rule: 'isDefined' }] },
    });
  });
});

describe('defineClass', () => {
  test('uses the resolver and applies the scopes', async () => {
    const made: unknown[] = [];
    const resolver = ((type: new () => unknown) => (made.push(type), new type())) as Resolver;
    const prompts = defineClass(Talk, { resolver, scopes: ['talks'] });
    const runtime = new Runtime({ prompts, logger });
    const auth = { principal: 'ada', scopes: ['talks'] };
    expect((await runtime.prompts.list({}, {})).prompts).toEqual([]);
    expect((await runtime.prompts.list({}, { auth })).prompts.map(({ name }) => name)).toEqual(['talk']);
    await runtime.prompts.get({ name: 'talk', arguments: { topic: 'a' } }, { auth });
    expect(made).toEqual([Talk]);
  });
});

describe('RuntimeOptions.prepare', () => {
  test('runs before lookup for lists, calls and completions', async () => {
    const visible = ({ bag }: { bag: { tenant?: string } }) => bag.tenant === 'a';
    const prepare = async ({ bag, auth }: RequestContext) => {
      await Promise.resolve();
      if (auth !== undefined) bag.tenant = auth.principal;
    };
    const runtime = new Runtime({ prompts: defineClass(Talk, { visible }), prepare, logger });
    const [a, b] = ['a', 'b'].map((principal) => ({ auth: { principal, scopes: [] } }));
    const get = { name: 'talk', arguments: { topic: 'x' } };
    const complete = { ref: { type: 'ref/prompt', name: 'talk' }, argument: { name: 'topic', value: 'x' } } as const;
    expect((await runtime.prompts.list({}, a)).prompts.length).toBe(1);
    expect((await runtime.prompts.list({}, b)).prompts.length).toBe(0);
    expect((await runtime.prompts.get(get, a)).messages.length).toBe(1);
    await expect(runtime.prompts.get(get, b)).rejects.toMatchObject({ name: 'NotFoundError' });
    expect((await runtime.complete(complete, a)).completion.values).toEqual(['xs']);
    await expect(runtime.complete(complete, b)).rejects.toMatchObject({ name: 'NotFoundError' });
  });

  test('receives the call with its definition and makes lists private', async () => {
    const seen: unknown[] = [];
    const prepare = (_context: RequestContext, { method, params, definition }: Call) => {
      seen.push([method, params, definition?.name]);
    };
    const runtime = new Runtime({ prompts: [Talk], prepare, logger });
    const get = { name: 'talk', arguments: { topic: 'x' } };
    await runtime.prompts.get(get);
    await runtime.prompts.get({ name: 'walk' }).catch(() => undefined);
    const modern = { revision: '2026-07-28' };
    expect((await runtime.prompts.list({}, { client: modern })).cacheScope).toBe('private');
    expect(seen).toEqual([
      ['prompts/get', get, 'talk'],
      ['prompts/get', { name: 'walk', arguments: undefined }, undefined],
      ['prompts/list', {}, undefined],
    ]);
  });

  test('lets `visible` read the bag that `prepare` has filled', async () => {
    const visible = ({ bag }: { bag: { tenant?: string } }) => bag.tenant === 'a';
    const prepare = ({ bag, auth }: RequestContext, { definition }: Call) => {
      expect(definition).toBeUndefined();
      if (auth !== undefined) bag.tenant = auth.principal;
    };
    const runtime = new Runtime({ prompts: defineClass(Talk, { visible }), prepare, logger });
    const get = { name: 'talk', arguments: { topic: 'x' } };
    expect((await runtime.prompts.get(get, { auth: { principal: 'a', scopes: [] } })).messages.length).toBe(1);
    await expect(runtime.prompts.get(get, { auth: { principal: 'b', scopes: [] } })).rejects.toMatchObject({
      name: 'NotFoundError',
    });
  });
});

describe('Resolver.invoke with injected parameters', () => {
  test('passes the injected parameters to the handler', async () => {
    @Prompt({ args: Topic })
    class Greeting implements PromptHandler<Topic> {
      render(_args: Topic, _context: RequestContext, user: string) {
        return `Hello ${user}`;
      }
    }
    const resolver = Object.assign(((type: Class) => new type()) as Resolver, {
      invoke: async (invocation: Invocation) => {
        expect(invocation.definition.arguments.type).toBe(Topic);
        const handler = (await invocation.construct()) as Greeting;
        const [args, context] = (await invocation.bind()) as [Topic, RequestContext];
        return handler.render(args, context, 'Ada');
      },
    });
    const runtime = new Runtime({ prompts: [Greeting], resolver, logger });
    const { messages } = await runtime.prompts.get({ name: 'greeting', arguments: { topic: 'x' } });
    expect(messages).toEqual([{ role: 'user', content: { type: 'text', text: 'Hello Ada' } }]);
  });
});

describe('isPrompt', () => {
  test('returns true only for a decorated class', () => {
    class Plain {}
    class Sub extends Talk {}
    expect([Talk, Plain, Sub, new Talk(), 'Talk', undefined, new Registry([])].map(isPrompt)).toEqual([
      true,
      ...Array.from({ length: 6 }, () => false),
    ]);
  });
});
