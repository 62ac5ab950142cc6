import {
  Arg,
  defineClass,
  definePack,
  definePrompt,
  defineTool,
  type Definition,
  Field,
  type Interceptor,
  type Invocation,
  isPrompt,
  isTool,
  type KindName,
  mount,
  onCallTool,
  Registry,
  type Resolver,
  Runtime,
  Tool,
  type ToolHandler,
} from '@cuecard/core';
import { describe, expect, test } from '@jest/globals';
import { IsIn } from 'class-validator';
import { notified, useFakeTime } from '../../../build/jest/fake-time.ts';
import { promptClass } from './support/prompts.ts';

const logger = { error: () => {}, warn: () => {} };
const tool = (name: string, options: Omit<Parameters<typeof defineTool>[0], 'name' | 'call'> = {}): Definition =>
  defineTool({ name, ...options, call: () => `${name} ${options.version ?? ''}`.trim() });
const resultOf = (text: string) => ({ content: [{ type: 'text', text }] });
const namesOf = async (runtime: Runtime, call = {}) =>
  (await runtime.tools.list({}, call)).tools.map(({ name }) => name);

describe('Runtime.tools', () => {
  test('separates tools from prompts of the same name', async () => {
    const ReviewPrompt = promptClass('ReviewPrompt', 'prompt', { name: 'review' });
    @Tool({ name: 'review' })
    class ReviewTool implements ToolHandler {
      call = () => 'tool';
    }
    const runtime = new Runtime({ prompts: [ReviewPrompt], tools: [ReviewTool] });
    expect(await runtime.prompts.get({ name: 'review' })).toEqual({
      messages: [{ role: 'user', content: { type: 'text', text: 'prompt' } }],
    });
    expect(await runtime.tools.call({ name: 'review' })).toEqual(resultOf('tool'));
    expect(runtime.registry.names()).toEqual(['review']);
    expect(runtime.registry.names('tool')).toEqual(['review']);
    expect(runtime.registry.get('review', 'tool')?.type).toBe(ReviewTool);
    expect([ReviewPrompt, ReviewTool, class {}].map((each) => [isPrompt(each), isTool(each)])).toEqual([
      [true, false],
      [false, true],
      [false, false],
    ]);
  });

  test('names a tool after its class, and injects its dependencies', async () => {
    class Orders {
      count = 3;
    }
    @Tool({ description: 'Counts' })
    class CountOrdersTool implements ToolHandler {
      constructor(readonly orders: Orders) {}
      call = () => String(this.orders.count);
    }
    const runtime = new Runtime({
      tools: [CountOrdersTool],
      resolver: () => new CountOrdersTool(new Orders()) as never,
    });
    expect(await runtime.tools.call({ name: 'count_orders' })).toEqual(resultOf('3'));
  });

  test('lets a resolver bind, construct and call a tool', async () => {
    class Args {
      @Arg() count!: number;
    }
    class Total {
      @Field() total!: number;
    }
    @Tool({ name: 'double', args: Args, output: Total, coerce: false })
    class Double implements ToolHandler<Args, Total> {
      call = ({ count }: Args) => ({ total: count * 2 });
    }
    const steps: unknown[] = [];
    const resolver: Resolver = Object.assign((type: new () => unknown) => new type() as never, {
      invoke: async (invocation: Invocation) => {
        const handler = (await invocation.construct()) as Record<string, (...args: readonly unknown[]) => unknown>;
        steps.push(invocation.definition.kind.name, invocation.method);
        return handler[invocation.method as string]?.(...(await invocation.bind()));
      },
    });
    const { tools } = new Runtime({ tools: [Double], resolver });
    expect(await tools.call({ name: 'double', arguments: { count: 2 } })).toEqual({
      content: [{ type: 'text', text: '{"total":4}' }],
      structuredContent: { total: 4 },
    });
    expect(steps).toEqual(['tool', 'call']);
    expect(await tools.call({ name: 'double', arguments: { count: '2' } })).toMatchObject({
      content: [{ text: expect.stringContaining('- count must be a number') }],
      isError: true,
    });
  });

  test('uses the resolver and scopes of defineClass()', async () => {
    @Tool({ name: 'bound' })
    class Bound implements ToolHandler {
      constructor(readonly text: string) {}
      call = () => this.text;
    }
    const tools = defineClass(Bound, { resolver: () => new Bound('own') as never, scopes: ['a'] });
    const runtime = new Runtime({ tools });
    expect(await runtime.tools.call({ name: 'bound' }, { auth: { principal: 'ann', scopes: ['a'] } })).toEqual(
      resultOf('own'),
    );
    expect(await namesOf(runtime)).toEqual([]);
  });

  test('sorts pages by name, and rejects an unknown cursor', async () => {
    const runtime = new Runtime({ tools: ['c', 'a', 'b'].map((name) => tool(name)), pageSize: 2 });
    const first = await runtime.tools.list();
    expect(first.tools.map(({ name }) => name)).toEqual(['a', 'b']);
    const second = await runtime.tools.list({ cursor: first.nextCursor as string });
    expect(second).toEqual({ tools: [{ name: 'c', inputSchema: { type: 'object', additionalProperties: false } }] });
    expect(Object.isFrozen(second)).toBe(true);
    await expect(runtime.tools.list({ cursor: 'x' })).rejects.toMatchObject({ code: -32602 });
    expect(await runtime.tools.list({}, { client: { revision: '2026-07-28' } })).toMatchObject({
      ttlMs: 0,
      cacheScope: 'public',
    });
  });

  test('serves the highest version by name, and each version by number', async () => {
    const tools = [tool('a', { version: '1.0.0', labels: ['stable'] }), tool('a', { version: '2.0.0' })];
    const runtime = new Runtime({ tools });
    const version = (number: string) => ({ ...resultOf(`a ${number}`), _meta: { 'dev.cuecard/version': number } });
    expect(await runtime.tools.call({ name: 'a' })).toEqual(version('2.0.0'));
    expect(await runtime.tools.call({ name: 'a@1.0.0' })).toEqual(version('1.0.0'));
    expect(runtime.registry.get('a@1.0.0', 'tool')?.labels).toEqual(['stable']);
  });

  test('lists the deprecation of a tool, and logs the use of the tool once', async () => {
    const lines: unknown[] = [];
    const runtime = new Runtime({
      tools: [tool('a', { deprecated: 'Use b', description: 'Does a' })],
      logger: { error: () => {}, warn: (line) => lines.push(line) },
    });
    expect((await runtime.tools.list()).tools[0]).toEqual({
      name: 'a',
      description: 'Deprecated: Use b. Does a',
      inputSchema: { type: 'object', additionalProperties: false },
      _meta: { 'dev.cuecard/deprecated': 'Use b' },
    });
    await runtime.tools.call({ name: 'a' });
    await runtime.tools.call({ name: 'a' });
    expect(lines).toEqual(['Tool "a" is deprecated but still used: Use b']);
  });

  test('hides tools from callers who may not see them', async () => {
    const tools = [
      tool('open'),
      tool('scoped', { scopes: ['orders:write'] }),
      tool('hidden', { visible: ({ auth }) => auth?.principal === 'ann' }),
    ];
    const runtime = new Runtime({ tools, logger });
    const ann = { auth: { principal: 'ann', scopes: ['orders:write'] } };
    expect(await namesOf(runtime)).toEqual(['open']);
    expect(await namesOf(runtime, ann)).toEqual(['hidden', 'open', 'scoped']);
    for (const name of ['scoped', 'hidden']) {
      expect(await runtime.tools.call({ name }, ann)).toEqual(resultOf(name));
      await expect(runtime.tools.call({ name })).rejects.toMatchObject({
        message: `Unknown tool "${name}"`,
        code: -32602,
      });
    }
  });

  test('lets interceptors observe calls, change arguments and return results', async () => {
    class Args {
      @Arg() count!: number;
    }
    @Tool({ name: 'count', args: Args })
    class Count implements ToolHandler<Args> {
      call = ({ count }: Args) => `counted ${count}`;
    }
    const seen: unknown[] = [];
    const watch: Interceptor = (call, next) => {
      seen.push([call.method, call.params, call.definition?.kind.name, call.definition?.name]);
      return next();
    };
    const change = onCallTool((call, next) => {
      if (call.params.name === 'other') return { content: [{ type: 'text', text: 'answered' }] };
      return next({ ...call.params, arguments: { count: '7' } });
    });
    const runtime = new Runtime({ tools: [Count], prompts: [], interceptors: [watch, change] });
    expect(await runtime.tools.call({ name: 'count', arguments: { count: 1 } })).toEqual(resultOf('counted 7'));
    expect(await runtime.tools.call({ name: 'other' })).toEqual(resultOf('answered'));
    await runtime.tools.list();
    expect(seen).toEqual([
      ['tools/call', { name: 'count', arguments: { count: 1 } }, 'tool', 'count'],
      ['tools/call', { name: 'other', arguments: undefined }, undefined, undefined],
      ['tools/list', {}, undefined, undefined],
    ]);
  });

  test.each<[string, unknown]>([
    ['no tools', {}],
    ['a tool without a schema', { tools: [{ name: 'a' }] }],
    ['a schema that is not an object', { tools: [{ name: 'a', inputSchema: { type: 'string' } }] }],
    ['unknown annotations', { tools: [{ name: 'a', inputSchema: { type: 'object' }, annotations: { x: 1 } }] }],
  ])('returns an internal error if an interceptor returns a page with %s', async (_, page) => {
    const runtime = new Runtime({ tools: [], interceptors: [() => page as never], logger });
    await expect(runtime.tools.list()).rejects.toMatchObject({ code: -32603 });
  });

  test('returns the page of an interceptor unchanged, but marks it as private', async () => {
    const inputSchema = { type: 'object' as const, properties: { a: { type: 'string' } } };
    const runtime = new Runtime({ tools: [], interceptors: [() => ({ tools: [{ name: 'a', inputSchema }] })] });
    expect(await runtime.tools.list({}, { client: { revision: '2026-07-28' } })).toEqual({
      tools: [{ name: 'a', inputSchema }],
      ttlMs: 0,
      cacheScope: 'private',
    });
  });
});

describe('definePack({ tools })', () => {
  const review = definePrompt({ name: 'review', render: () => 'prompt' });
  const pack = definePack({
    name: 'desk',
    version: '1.2.0',
    prompts: [review],
    tools: [tool('review'), tool('order')],
    scopes: ['desk'],
  });
  const auth = { principal: 'ann', scopes: ['desk'] };

  test('mounts the tools together with the prompts', async () => {
    const runtime = new Runtime({ prompts: [mount(pack, { prefix: 'team' })] });
    expect(await namesOf(runtime)).toEqual([]);
    expect(await namesOf(runtime, { auth })).toEqual(['team_order', 'team_review']);
    expect(await runtime.tools.call({ name: 'team_order' }, { auth })).toEqual({
      ...resultOf('order'),
      _meta: { 'dev.cuecard/version': '1.2.0' },
    });
    expect(await namesOf(new Runtime({ tools: [pack] }), { auth })).toEqual(['order', 'review']);
  });

  test('lets mount() select, rename and override tools separately from prompts', async () => {
    const other = defineTool({ name: 'review', call: () => 'other' });
    const runtime = new Runtime({
      prompts: [mount(pack, { only: ['review'], rename: { review: 'check' }, override: [other] })],
    });
    expect(await namesOf(runtime, { auth })).toEqual(['check']);
    expect(await runtime.tools.call({ name: 'check' }, { auth })).toMatchObject(resultOf('other'));
    expect(await runtime.prompts.get({ name: 'check' }, { auth })).toMatchObject({
      messages: [{ content: { text: 'prompt' } }],
    });
  });

  test('rejects unknown names and invalid prefixes, with a suggestion', () => {
    const faults = (options: Parameters<typeof mount>[1]) => {
      try {
        return new Registry([mount(pack, options)]);
      } catch (error) {
        return (error as Error).message.split('\n').slice(1, -1);
      }
    };
    expect(faults({ only: ['ordr'] })).toEqual([
      '  - desk has no prompt or tool "ordr", but `only` names it. Write "order" instead. [mount-name-unknown]',
    ]);
    expect(faults({ override: [definePrompt({ name: 'order', render: () => '' })] })).toEqual([
      '  - desk has no prompt "order", but `override` names it. Name one of its prompts in `override`. [mount-name-unknown]',
    ]);
    expect(faults({ override: [tool('nothing')] })).toEqual([
      '  - desk has no tool "nothing", but `override` names it. Name one of its tools in `override`. [mount-name-unknown]',
    ]);
    expect(faults({ prefix: 'a/b' })).toContain(
      '  - desk/order would be named "a/b_order", which some clients do not support. Use letters, digits, "_", "-" and "." in prefixes and names, at most 128 characters together. [name-invalid]',
    );
  });
});

describe('new Runtime({ tools })', () => {
  test('rejects two tools with the same name', () => {
    expect(() => new Runtime({ tools: [tool('a'), tool('a')] })).toThrow('and a are both named "a"');
  });

  test('reports all faults of a tool in one error', () => {
    class Args {
      @Arg() value!: string | number;
    }
    class Output {
      @Field() @IsIn([1, 2]) value!: string;
    }
    // @ts-expect-error -- it has no `call`
    @Tool({ name: 'a/b', args: Args, output: Output, colour: 1, annotations: 'none', coerce: 'no' } as never)
    class Faulty {}
    expect(() => new Runtime({ tools: [Faulty as never] })).toThrow(
      [
        'Invalid definitions (7):',
        '  - Faulty has the option "colour", which does not exist. Leave it out. [option-unknown]',
        '  - Faulty has the option "annotations", which cannot be "none". Use an object, such as { readOnlyHint: true }. [option-invalid]',
        '  - Faulty has the option "coerce", which cannot be "no". Use true or false. [option-invalid]',
        '  - Faulty has the name "a/b", which some clients do not support. Give @Tool() a name of 1 to 128 letters, digits, "_", "-" or ".". [name-invalid]',
        '  - Faulty has no method `call`. Add a method call(args, context) that returns the result. [method-missing]',
        '  - Args.value has a type that does not exist at run time: a union of different types, an imported union, an interface, a class from `import type` or a class in a circular import. Declare the type: @Arg({ type: String }) for a string, or @Arg({ type: () => Stop }) for a class Stop in a circular import. [argument-type-lost]',
        '  - Output.value is of the type string, which @IsIn() always rejects. List only values of that type in @IsIn(). [rule-of-another-type]',
      ].join('\n'),
    );
  });

  test('omits a faulty tool if faults are isolated', async () => {
    // @ts-expect-error -- it has no `call`
    @Tool()
    class Faulty {}
    const runtime = new Runtime({ tools: [Faulty as never, tool('a')], onFault: 'isolate', logger });
    expect(await namesOf(runtime)).toEqual(['a']);
    expect(runtime.faults.map(({ where, problem }) => [where, problem])).toEqual([['Faulty', 'has no method `call`']]);
  });

  test('serves the tool methods if the options or registry have tools', () => {
    const offered = (runtime: Runtime) => [
      runtime.tools.isOffered,
      runtime.methods.has('tools/list'),
      runtime.methods.has('tools/call'),
    ];
    const [none, all] = [
      [false, false, false],
      [true, true, true],
    ];
    expect(offered(new Runtime({ prompts: [] }))).toEqual(none);
    expect(offered(new Runtime({ tools: [] }))).toEqual(all);
    expect(offered(new Runtime({ prompts: new Registry([tool('a')]) }))).toEqual(all);
    const runtime = new Runtime({ prompts: [] });
    runtime.replace(new Registry([tool('a')]));
    expect(offered(runtime)).toEqual(all);
    expect(runtime.methods).toBe(runtime.methods);
    expect(
      [...runtime.methods.values()].map(({ name, capability, isCacheable, isPaged }) => [
        name,
        capability,
        isCacheable,
        isPaged,
      ]),
    ).toEqual([
      ['prompts/list', 'prompts', true, true],
      ['prompts/get', 'prompts', false, false],
      ['completion/complete', 'completions', false, false],
      ['tools/list', 'tools', true, true],
      ['tools/call', 'tools', false, false],
    ]);
  });

  test('rejects `tools` together with a registry, and missing or invalid options', () => {
    expect(() => new Runtime({ prompts: new Registry([]), tools: [tool('a')] })).toThrow(
      'Runtime has both a registry and `tools`: list the tools in the registry',
    );
    expect(() => new Runtime({})).toThrow(TypeError);
    expect(() => new Runtime({ tools: tool('a') as never })).toThrow('Runtime has the option "tools", which cannot be');
  });
});

describe('Runtime.onListChanged', () => {
  useFakeTime();

  test('notifies only about tools when tools change', async () => {
    const runtime = new Runtime({ prompts: [], tools: [tool('a')] });
    const kinds: KindName[] = [];
    const stop = runtime.onListChanged((kind) => kinds.push(kind));
    runtime.replace(runtime.registry.with(tool('b')));
    await notified();
    runtime.replace(runtime.registry.with(tool('b')));
    await notified();
    stop();
    expect(kinds).toEqual(['tool']);
  });
});

describe('defineTool()', () => {
  class Order {
    @Field() total!: number;
  }
  const order = defineTool<{ code: string; limit: number }>({
    name: 'order',
    title: 'Order',
    args: [
      { name: 'code', description: 'The code', rules: [IsIn(['a', 'b'])] },
      { name: 'limit', default: 10 },
    ],
    output: Order,
    annotations: { readOnlyHint: true },
    call: ({ code, limit }) => ({ total: code === 'a' ? limit : 0 }),
  });

  test('lists, binds and validates like a class', async () => {
    const runtime = new Runtime({ tools: [order] });
    const $schema = 'https://json-schema.org/draft/2020-12/schema';
    expect(await runtime.tools.list()).toEqual({
      tools: [
        {
          name: 'order',
          title: 'Order',
          inputSchema: {
            $schema,
            type: 'object',
            properties: {
              code: { description: 'The code', type: 'string', enum: ['a', 'b'] },
              limit: { type: 'number', default: 10 },
            },
            required: ['code'],
            additionalProperties: false,
          },
          outputSchema: {
            $schema,
            type: 'object',
            properties: { total: { type: 'number' } },
            required: ['total'],
            additionalProperties: false,
          },
          annotations: { readOnlyHint: true },
        },
      ],
    });
    expect(await runtime.tools.call({ name: 'order', arguments: { code: 'a' } })).toEqual({
      content: [{ type: 'text', text: '{"total":10}' }],
      structuredContent: { total: 10 },
    });
    expect(await runtime.tools.call({ name: 'order', arguments: { code: 'c' } })).toMatchObject({ isError: true });
  });

  test('reports all its faults in one error', () => {
    const faulty = { name: 5, args: [{ name: '' }, { name: 'a' }, { name: 'a' }], output: 'Order' };
    expect(() => defineTool(faulty as never)).toThrow(
      [
        'Invalid definitions (5):',
        '  - defineTool(…) has no name. Give defineTool() a name of 1 to 128 letters, digits, "_", "-" or ".". [name-missing]',
        '  - defineTool(…).args[0] has no name. Add a `name`. [name-missing]',
        '  - defineTool(…).a is listed twice. List it once. [listed-twice]',
        '  - defineTool(…) has no method `call`. Add a method call(args, context) that returns the result. [method-missing]',
        '  - defineTool(…) has an `output` that is not a class. Use a class whose properties have @Field(), as in output: Order, or output: [Order] for an array. [output-invalid]',
      ].join('\n'),
    );
    expect(() => defineTool(null as never)).toThrow('The argument of defineTool() cannot be null');
  });
});
