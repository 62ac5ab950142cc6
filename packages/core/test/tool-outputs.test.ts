import { describe, expect, test } from '@jest/globals';
import {
  type CallToolResult,
  type DeclaredOutput,
  DefinitionError,
  Field,
  image,
  link,
  onCallTool,
  Runtime,
  type RuntimeOptions,
  Tool,
  text,
  untrusted,
  sectionOf,
} from '@cuecard/core';
import { IsIn, IsOptional, Max, MaxLength, Validate, ValidatorConstraint } from 'class-validator';

/** The result of a tool that returns this value, and the logged lines. */
async function returning(output: unknown, declared?: DeclaredOutput, options: RuntimeOptions = {}) {
  @Tool({ name: 'get', ...(declared && { output: declared as never }) })
  class Get {
    call = () => output as never;
  }
  const logged: string[] = [];
  const line = (...parts: unknown[]) => logged.push(parts.join(' ').replace(/\[[0-9a-f-]{36}\]/, '[id]'));
  const runtime = new Runtime({ tools: [Get], logger: { error: line, warn: line }, ...options });
  return { answer: await runtime.tools.call({ name: 'get' }), logged };
}

/** The logged reason why an output is rejected. Checks that the client does not receive it. */
async function refusal(output: unknown, declared?: DeclaredOutput, options?: RuntimeOptions): Promise<string> {
  const { answer, logged } = await returning(output, declared, options);
  const { data } = (answer._meta ?? {})['dev.cuecard/error'] as { data: { id: string } };
  expect(answer).toEqual({
    content: [{ type: 'text', text: `Internal error (${data.id})` }],
    isError: true,
    _meta: { 'dev.cuecard/error': { code: -32603, data } },
  });
  expect(logged.length).toBe(1);
  return logged[0]?.replace('Tool "get" ', '').replace(' [id]', '') ?? '';
}

class Item {
  @Field() @MaxLength(5) name!: string;
}

class Order {
  @Field({ name: 'order-id' }) id!: string;
  @Field() @Max(1000) total!: number;
  @Field() @IsOptional() placed?: Date;
  @Field() @IsOptional() page?: URL;
  @Field() @IsOptional() receipt?: Uint8Array;
  @Field() @IsOptional() number?: bigint;
  @Field({ items: Item }) items: Item[] = [];
  @Field() @IsOptional() first?: Item;
  @Field({ type: JSON, required: false }) extra?: unknown;
  @Field() @IsIn(['open', 'sent']) state = 'open';
}

const valid = { id: 'a', total: 5 };
const sent = { 'order-id': 'a', total: 5, items: [], state: 'open' };

function structured(json: object): CallToolResult {
  return { content: [{ type: 'text', text: JSON.stringify(json) }], structuredContent: json as {} };
}

const NOTHING = 'returned nothing: return a string, content blocks or a full result';
const USE = 'use a string or text(…), or declare the `output` of the tool';
const OTHER = 'did not return an object with the fields of Order, which `output` declares';
const BREAKS = 'returned an object that breaks the rules of its class:';

describe('Runtime.tools.call without an output class', () => {
  test.each<[string, unknown, object[]]>([
    ['a string', 'done', [{ type: 'text', text: 'done' }]],
    ['a block', text('done'), [{ type: 'text', text: 'done' }]],
    ['nested arrays', ['a', [text('b'), ['c']]], ['a', 'b', 'c'].map((each) => ({ type: 'text', text: each }))],
    ['no content', [], []],
    ['a link', link({ uri: 'a://b', name: 'b' }), [{ type: 'resource_link', uri: 'a://b', name: 'b' }]],
    ['a long string', 'ü'.repeat(10), [{ type: 'text', text: 'ü'.repeat(10) }]],
  ])('returns the content of %s', async (_, output, content) => {
    expect((await returning(output, undefined, { limits: { answerBytes: 40 } })).answer).toEqual({ content });
  });

  test('returns media, resources and fenced text as content', async () => {
    const resource = { uri: 'a://b', text: 'x', mimeType: 'text/plain' };
    const gif = await image(new TextEncoder().encode('GIF89a_____'));
    const blocks = [gif, { type: 'resource', resource }];
    expect((await returning(blocks)).answer).toEqual({
      content: [
        { type: 'image', data: 'R0lGODlhX19fX18=', mimeType: 'image/gif' },
        { type: 'resource', resource },
      ],
    });
    const fenced = await returning(text(untrusted('mail')));
    expect(fenced.answer.content[0]).toMatchObject({ text: expect.stringContaining('mail') });
  });

  test('returns a full result unchanged', async () => {
    const result = { content: [{ type: 'text', text: 'no' }], isError: true, _meta: { a: 1 } };
    expect((await returning(result)).answer).toEqual(result);
    const object = { content: [], structuredContent: { a: [1] } };
    expect((await returning(object)).answer).toEqual(object);
  });

  test.each<[string, unknown, string]>([
    ['nothing', undefined, NOTHING],
    ['null', null, NOTHING],
    ['an object', { total: 1 }, `returned an object as block 0: ${USE}`],
    ['a number', 5, `returned a number as block 0: ${USE}`],
    [
      'an unknown content type',
      { type: 'video' },
      'returned block 0 whose content has an unknown type: use one of "text", "image", "audio", "resource_link", "resource"',
    ],
    [
      'a block with an unknown property',
      [{ type: 'text', text: 'a', secret: 1 }],
      'returned block 0 with invalid content: the properties must be among type, text, annotations, _meta; put others into _meta',
    ],
    [
      'a result with an unknown property',
      { content: [], secret: 1 },
      'returned an invalid result: the properties must be among content, structuredContent, isError, _meta; put others into _meta',
    ],
    [
      'a promise',
      [Promise.resolve('a')],
      `returned an object as block 0: ${USE}; a promise in the returned value was not awaited`,
    ],
    ['too many blocks', ['a', 'b', 'c'], 'returned more than 2 blocks, which exceeds `limits.blocks`'],
    ['too long a string', 'x'.repeat(41), 'returned more than 40 bytes, which exceeds `limits.answerBytes`'],
  ])('rejects %s and logs the reason', async (_, output, problem) => {
    expect(await refusal(output, undefined, { limits: { blocks: 2, answerBytes: 40 } })).toBe(problem);
  });
});

describe('@Tool({ output })', () => {
  test('sends all types as JSON, under their wire names', async () => {
    const order = {
      ...valid,
      placed: new Date('2026-05-01T10:00:00Z'),
      page: new URL('https://example.com/a'),
      receipt: new Uint8Array([1, 2]),
      number: 2n ** 60n,
      items: [{ name: 'pen' }],
      first: Object.assign(new Item(), { name: 'ink' }),
      extra: { any: [1, null] },
    };
    expect((await returning(order, Order)).answer).toEqual(
      structured({
        'order-id': 'a',
        total: 5,
        placed: '2026-05-01T10:00:00.000Z',
        page: 'https://example.com/a',
        receipt: 'AQI=',
        number: '1152921504606846976',
        items: [{ name: 'pen' }],
        first: { name: 'ink' },
        extra: { any: [1, null] },
        state: 'open',
      }),
    );
  });

  test('accepts instances, getters, and null or missing optional fields', async () => {
    class Entity {
      get id() {
        return 'a';
      }
      get total() {
        return 5;
      }
      placed = null;
    }
    const { answer, logged } = await returning(new Entity(), Order);
    expect(answer).toEqual(structured(sent));
    expect((await returning(Object.assign(new Order(), valid), Order)).answer).toEqual(structured(sent));
    expect(logged).toEqual([]);
  });

  test('accepts dates and bigints as JSON strings', async () => {
    const { answer } = await returning({ ...valid, placed: '2026-05-01', number: '7' }, Order);
    expect(answer).toEqual(
      structured({
        'order-id': 'a',
        total: 5,
        placed: '2026-05-01T00:00:00.000Z',
        number: '7',
        items: [],
        state: 'open',
      }),
    );
  });

  test('omits undeclared properties and warns once about each', async () => {
    const order = {
      ...valid,
      passwordHash: 'secret',
      'ann@example.com': 'secret',
      items: [
        { name: 'pen', cost: 1 },
        { name: 'ink', cost: 2 },
      ],
    };
    const { answer, logged } = await returning(order, Order);
    expect(answer).toEqual(structured({ ...sent, items: [{ name: 'pen' }, { name: 'ink' }] }));
    const [does, remedy] = [
      'which its output does not declare, so it is not sent.',
      `Decorate it with @Field() to send it. See ${sectionOf('field-undeclared')}`,
    ];
    expect(logged.toSorted()).toEqual([
      `Tool "get" returned "items[].cost", ${does} ${remedy}`,
      `Tool "get" returned "passwordHash", ${does} ${remedy}`,
      `Tool "get" returned a property, ${does} ${remedy}`,
    ]);
  });

  test('describes the sent JSON in outputSchema', async () => {
    @Tool({ name: 'get', output: Order })
    class Get {
      call = () => valid as Order;
    }
    const { tools } = await new Runtime({ tools: [Get] }).tools.list();
    expect(tools[0]?.outputSchema).toEqual({
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      properties: {
        'order-id': { type: 'string' },
        total: { type: 'number', maximum: 1000 },
        placed: { type: 'string', format: 'date-time' },
        page: { type: 'string', format: 'uri' },
        receipt: { type: 'string', contentEncoding: 'base64' },
        number: { type: 'string', pattern: '^-?\\d+$' },
        items: { type: 'array', items: { $ref: '#/$defs/Item' }, default: [] },
        first: { $ref: '#/$defs/Item' },
        extra: {},
        state: { type: 'string', enum: ['open', 'sent'], default: 'open' },
      },
      required: ['order-id', 'total'],
      additionalProperties: false,
      $defs: {
        Item: {
          type: 'object',
          properties: { name: { type: 'string', maxLength: 5 } },
          required: ['name'],
          additionalProperties: false,
        },
      },
    });
  });

  test('sends a list as the property `result`', async () => {
    const { answer } = await returning([{ name: 'pen', cost: 1 }, { name: '' }], [Item]);
    expect(answer).toEqual(structured({ result: [{ name: 'pen' }, { name: '' }] }));
    @Tool({ name: 'get', output: [Item] })
    class Get {
      call = () => [];
    }
    const { tools } = await new Runtime({ tools: [Get] }).tools.list();
    expect(tools[0]?.outputSchema).toMatchObject({
      type: 'object',
      properties: { result: { type: 'array', items: { $ref: '#/$defs/Item' } } },
      required: ['result'],
    });
    expect((await returning([], [Item])).answer).toEqual(structured({ result: [] }));
  });

  test('accepts a full result with content, and a failure without structuredContent', async () => {
    const content = [{ type: 'text', text: 'One order' }];
    expect((await returning({ content, structuredContent: valid, _meta: { a: 1 } }, Order)).answer).toEqual({
      content,
      structuredContent: sent,
      _meta: { a: 1 },
    });
    expect((await returning({ content: [], structuredContent: valid }, Order)).answer).toEqual(structured(sent));
    const failure = { content, isError: true };
    expect((await returning(failure, Order)).answer).toEqual(failure);
  });

  test('accepts a field named content', async () => {
    class Page {
      @Field({ items: String }) content!: string[];
    }
    expect((await returning({ content: ['a'] }, Page)).answer).toEqual(structured({ content: ['a'] }));
  });

  test.each<[string, unknown, string]>([
    ['a string', 'done', OTHER],
    ['a list', [], OTHER],
    ['nothing', undefined, OTHER],
    ['a broken rule', { ...valid, total: 2000 }, `${BREAKS} total breaks max (must be at most 1000)`],
    ['a wrong type', { ...valid, total: '5' }, `${BREAKS} total breaks isNumber (must be a number)`],
    ['a missing field', { total: 1 }, `${BREAKS} id breaks isDefined`],
    [
      'a broken rule in a list item',
      { ...valid, items: [{ name: 'secret' }] },
      `${BREAKS} items[0].name breaks maxLength (must be at most 5 characters)`,
    ],
    [
      'a promise in a field',
      { ...valid, id: Promise.resolve('a') },
      `${BREAKS} id breaks isString (must be a string); a promise in the returned value was not awaited`,
    ],
    [
      'a value that is not JSON',
      { ...valid, extra: 5n },
      'returned an object that is not JSON: Do not know how to serialize a BigInt',
    ],
  ])('returns an internal error and logs the reason for %s', async (_, output, problem) => {
    expect(await refusal(output, Order)).toBe(problem);
  });

  test('rejects circular and too large objects', async () => {
    class Node {
      @Field({ items: () => Node }) children: Node[] = [];
    }
    const node = new Node();
    node.children.push(node, node);
    expect(await refusal(node, Node)).toBe(
      'returned an object that contains itself, contains more than 100000 objects, or is nested more than 64 levels deep',
    );
    const large = { id: 'x'.repeat(100), total: 1 };
    expect(await refusal(large, Order, { limits: { answerBytes: 100 } })).toBe(
      'returned more than 100 bytes, which exceeds `limits.answerBytes`',
    );
  });

  test('applies asynchronous rules and injected validators', async () => {
    class Stock {
      has = async (name: string) => name !== 'gone';
    }
    @ValidatorConstraint({ name: 'inStock', async: true })
    class InStock {
      constructor(readonly stock: Stock) {}
      validate(name: string) {
        return this.stock.has(name);
      }
    }
    class Article {
      @Field() @Validate(InStock) name!: string;
    }
    const resolver = Object.assign(
      (type: new (...args: never[]) => unknown) => (type === InStock ? new InStock(new Stock()) : new type()) as never,
      { check: () => undefined },
    );
    expect((await returning({ name: 'pen' }, Article, { resolver })).answer).toEqual(structured({ name: 'pen' }));
    expect(await refusal({ name: 'gone' }, Article, { resolver })).toBe(`${BREAKS} name breaks inStock`);
  });

  test('validates the result again if interceptors changed it', async () => {
    const changing = (change: (answer: CallToolResult) => unknown): RuntimeOptions => ({
      interceptors: [onCallTool(async (_call, next) => change(await next()) as CallToolResult)],
    });
    const same = changing((answer) => answer);
    const order = { ...valid, placed: new Date(0), number: 7n, extra: null };
    const json = {
      'order-id': 'a',
      total: 5,
      placed: '1970-01-01T00:00:00.000Z',
      number: '7',
      items: [],
      extra: null,
      state: 'open',
    };
    expect((await returning(order, Order, same)).answer.structuredContent).toEqual(json);
    const broken = failingProblem(changing((answer) => ({ ...answer, structuredContent: { ...sent, total: 2000 } })));
    expect(await broken).toBe('Internal error');
    expect(await failingProblem(changing((answer) => ({ ...answer, structuredContent: { ...sent, more: 1 } })))).toBe(
      'Internal error',
    );
    expect(await failingProblem(changing(({ content }) => ({ content })))).toBe('Internal error');
    const failure = { content: [{ type: 'text', text: 'no' }], isError: true };
    expect(
      (
        await returning(
          valid,
          Order,
          changing(() => failure),
        )
      ).answer,
    ).toEqual(failure);
  });
});

async function failingProblem(options: RuntimeOptions): Promise<string> {
  return returning(valid, Order, options).then(
    () => 'answered',
    (error: Error) => error.message,
  );
}

describe('new Runtime()', () => {
  test('rejects a tool whose output cannot be sent', () => {
    class Foreign {
      secret = '';
    }
    class Empty {}
    class WithForeign {
      @Field() foreign!: Foreign;
      @Field({ items: WithForeign }) others: WithForeign[] = [];
    }
    const faultsOf = (output: unknown) => {
      @Tool({ output: output as never })
      class Get {
        call = () => ({}) as never;
      }
      try {
        return new Runtime({ tools: [Get] });
      } catch (error) {
        return (error as DefinitionError).message;
      }
    };
    expect(faultsOf(WithForeign)).toBe(
      `Invalid definitions (1):\n  - WithForeign.foreign is of the class Foreign, which declares no fields. Decorate the properties of Foreign with @Field(), or declare @Field({ type: JSON }) to send all of them. [output-without-fields]\nSee ${sectionOf('output-without-fields')}`,
    );
    expect(faultsOf(Empty)).toBe(
      `Invalid definitions (1):\n  - Empty is used as \`output\` but has no property with @Field(). Decorate its properties with @Field(), or remove \`output\`. [args-empty]\nSee ${sectionOf('args-empty')}`,
    );
    const noClass = `Invalid definitions (1):\n  - Get has an \`output\` that is not a class. Use a class whose properties have @Field(), as in output: Order, or output: [Order] for an array. [output-invalid]\nSee ${sectionOf('output-invalid')}`;
    for (const output of ['Order', {}, [], [Order, Item], null, ['Order']]) expect(faultsOf(output)).toBe(noClass);
  });
});

test('Runtime.tools.call rejects an object that has no field of the output class', async () => {
  class State {
    @Field() id = 0;
    @Field() state = 'open';
  }
  expect(await refusal({ data: { id: 5, state: 'closed' } }, State)).toBe(
    'returned an object without any field of State: return what `output` declares, and do not wrap the result in an interceptor',
  );
  expect((await returning({}, State)).answer.structuredContent).toEqual({ id: 0, state: 'open' });
});
