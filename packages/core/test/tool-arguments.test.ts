import { describe, expect, test } from '@jest/globals';
import {
  Arg,
  type ArgOptions,
  type CallToolResult,
  type Class,
  defineTool,
  InvalidArgumentsError,
  Runtime,
  Tool,
} from '@cuecard/core';
import { Transform } from 'class-transformer';
import { IsArray, IsInt, IsOptional, Max, MaxLength } from 'class-validator';
import { argumentFault, missingArgument } from './support/faults.ts';

/** The arguments that a tool with one argument `value` receives, or the messages of the faults. */
async function received(args: unknown, options: ArgOptions, coerce = true): Promise<unknown> {
  class Args {
    value: unknown;
  }
  Arg(options)(Args.prototype, 'value');
  return (await callTool(Args, args, coerce)).seen ?? (await callTool(Args, args, coerce)).faults;
}

async function callTool(Args: Class, args: unknown, coerce = true) {
  let seen: unknown;
  @Tool({ name: 'take', args: Args, coerce })
  class Take {
    call(values: object) {
      seen = { ...values };
      return 'taken';
    }
  }
  const answer = await new Runtime({ tools: [Take] }).tools.call({ name: 'take', arguments: args as {} });
  return { seen: seen as { value?: unknown } | undefined, faults: messagesOf(answer), answer };
}

function messagesOf({ _meta }: CallToolResult): string[] {
  const { data } = (_meta?.['dev.cuecard/error'] ?? {}) as { data?: { errors: { message: string }[] } };
  return data?.errors.map(({ message }) => message) ?? [];
}

class Nested {
  @Arg() city!: string;
  @Arg() @IsInt() nights = 1;
}

enum Size {
  Small = 1,
  Large = 2,
}

const BIG = 2n ** 60n;

describe('Runtime.tools.call arguments', () => {
  test.each<[string, ArgOptions, unknown, unknown]>([
    ['a string', { type: String }, 'a', 'a'],
    ['an empty string', { type: String }, '', ''],
    ['a number', { type: Number }, 5.5, 5.5],
    ['a number in a string', { type: Number }, '5', 5],
    ['a boolean', { type: Boolean }, false, false],
    ['a boolean in a string', { type: Boolean }, 'True', true],
    ['a date', { type: Date }, '2026-05-01', new Date('2026-05-01')],
    ['a URL', { type: URL }, 'https://example.com/a', new URL('https://example.com/a')],
    ['bytes', { type: Uint8Array }, 'AQI=', new Uint8Array([1, 2])],
    ['a large integer as a string', { type: BigInt }, String(BIG), BIG],
    ['an integer as a number', { type: BigInt }, 7, 7n],
    ['a value of an enum', { type: Size }, 2, Size.Large],
    ['a value of an enum in a string', { type: Size }, '2', Size.Large],
    ['any JSON', { type: JSON }, { a: [1, null] }, { a: [1, null] }],
    ['any JSON that is a string', { type: JSON }, '{"a":1}', '{"a":1}'],
    ['any JSON that is null', { type: JSON }, null, null],
    ['a list', { items: Number }, [1, 2], [1, 2]],
    ['a list of strings for numbers', { items: Number }, ['1', '2'], [1, 2]],
    ['a list in a string of JSON', { items: Number }, '[1, 2]', [1, 2]],
    ['a list in a string with commas', { items: String }, 'a, b', ['a', 'b']],
    ['an empty string in a list', { items: String }, ['', 'a'], ['', 'a']],
    ['an object', { type: Nested }, { city: 'Bern', nights: '2' }, { city: 'Bern', nights: 2 }],
    ['an object in a string of JSON', { type: Nested }, '{"city":"","nights":2}', { city: '', nights: 2 }],
    ['a list of objects in strings', { items: Nested }, ['{"city":"Bern"}'], [{ city: 'Bern', nights: 1 }]],
  ])('accepts %s', async (_, options, value, expected) => {
    expect(await received({ value }, options)).toEqual({ value: expected });
  });

  test.each<[string, ArgOptions, unknown, string]>([
    ['a number for a string', { type: String }, 5, 'value must be a string'],
    ['a word for a number', { type: Number }, 'five', 'value must be a number'],
    ['an empty string for a number', { type: Number }, '', 'value must be a number'],
    ['a number for a boolean', { type: Boolean }, 1, 'value must be true or false'],
    ['a number for a date', { type: Date }, 5, 'value must be an ISO 8601 date'],
    ['a number that lost digits', { type: BigInt }, Number(BIG), 'value must be an integer'],
    ['another value for an enum', { type: Size }, 3, 'value must be one of 1, 2'],
    ['an object for a list', { items: String }, {}, 'value must be an array'],
    ['an empty string for a list', { items: String }, '', 'value must be an array'],
    ['a list for an object', { type: Nested }, [], 'value must be a JSON object'],
    ['an invalid JSON string for an object', { type: Nested }, 'Bern', 'value must be a JSON object'],
    ['null for a required argument', { type: Nested }, null, 'value is required'],
    ['null in a list', { items: String }, [null], 'value[0] must be a string'],
  ])('rejects %s', async (_, options, value, message) => {
    expect(await received({ value }, options)).toEqual([message]);
  });

  test('treats null as missing for optional arguments, except for JSON', async () => {
    class Args {
      @Arg() limit = 10;
      @Arg() @IsOptional() language?: string;
      @Arg({ type: JSON, required: false }) filter?: unknown = { all: true };
    }
    const { seen } = await callTool(Args, { limit: null, language: null, filter: null });
    expect(seen).toEqual({ limit: 10, language: undefined, filter: null });
  });

  test('converts strings only to types that JSON lacks if `coerce` is false', async () => {
    expect(await received({ value: '5' }, { type: Number }, false)).toEqual(['value must be a number']);
    expect(await received({ value: 'true' }, { type: Boolean }, false)).toEqual(['value must be true or false']);
    expect(await received({ value: '2' }, { type: Size }, false)).toEqual(['value must be one of 1, 2']);
    expect(await received({ value: '[1]' }, { items: Number }, false)).toEqual(['value must be an array']);
    expect(await received({ value: ['1'] }, { items: Number }, false)).toEqual(['value[0] must be a number']);
    expect(await received({ value: '{"city":"a"}' }, { type: Nested }, false)).toEqual(['value must be a JSON object']);
    expect(await received({ value: '2026-05-01' }, { type: Date }, false)).toEqual({ value: new Date('2026-05-01') });
    expect(await received({ value: '7' }, { type: BigInt }, false)).toEqual({ value: 7n });
    expect(await received({ value: 7 }, { type: BigInt }, false)).toEqual({ value: 7n });
    expect(await received({ value: { city: 'a' } }, { type: Nested }, false)).toEqual({
      value: { city: 'a', nights: 1 },
    });
  });

  test('returns all faults of a call as text and as data', async () => {
    class Args {
      @Arg() @MaxLength(3) code!: string;
      @Arg() @Max(5) limit = 1;
      @Arg({ items: Nested }) stops!: Nested[];
    }
    const { answer } = await callTool(Args, { limt: 5, limit: 'x', code: 'long', stops: [{ city: 1 }, { town: 'a' }] });
    const errors = [
      argumentFault('code', 'maxLength', 'code must be shorter than or equal to 3 characters', 'at most 3 characters'),
      { argument: 'limit', rule: 'isNumber', message: 'limit must be a number', expected: 'a number' },
      { argument: 'stops[0].city', rule: 'isString', message: 'stops[0].city must be a string', expected: 'a string' },
      { argument: 'stops[1].town', rule: 'unknown', message: 'stops[1].town is not a known argument' },
      missingArgument('stops[1].city'),
      {
        argument: 'limt',
        rule: 'unknown',
        message: 'limt is not a known argument; did you mean limit?',
        suggestion: 'limit',
      },
    ];
    const lines = errors.map(({ message }) => `- ${message}`).join('\n');
    expect(answer).toEqual({
      content: [{ type: 'text', text: `Invalid arguments for tool "take". Fix them and call it again:\n${lines}` }],
      isError: true,
      _meta: { 'dev.cuecard/error': { code: -32602, data: { tool: 'take', errors } } },
    });
  });

  test('throws a protocol error for invalid arguments before protocol revision 2025-11-25', async () => {
    class Args {
      @Arg() code!: string;
    }
    @Tool({ name: 'take', args: Args })
    class Take {
      call = () => 'taken';
    }
    const { tools } = new Runtime({ tools: [Take] });
    for (const revision of ['2024-11-05', '2025-03-26', '2025-06-18']) {
      await expect(tools.call({ name: 'take' }, { client: { revision } })).rejects.toMatchObject({
        message: 'Invalid arguments for tool "take": code is required',
        code: -32602,
        data: { tool: 'take', errors: [missingArgument('code')] },
      });
    }
    for (const revision of ['2025-11-25', '2026-07-28']) {
      expect(await tools.call({ name: 'take' }, { client: { revision } })).toMatchObject({ isError: true });
    }
  });

  test.each<[string, unknown]>([
    ['a list', []],
    ['a string', '{}'],
    ['null', null],
    ['a number', 5],
  ])('rejects arguments that are %s', async (_, args) => {
    class Args {
      @Arg({ required: false }) value?: string;
    }
    await expect(callTool(Args, args)).rejects.toThrow(
      new InvalidArgumentsError('tool', 'take', [
        { argument: '', rule: 'isObject', message: 'arguments must be an object' },
      ]),
    );
  });

  test('uses the name of @Arg() instead of the property name', async () => {
    class Args {
      @Arg({ name: 'order-id' }) value!: string;
    }
    expect((await callTool(Args, { 'order-id': 'a' })).seen).toEqual({ value: 'a' });
    expect((await callTool(Args, { value: 'a' })).faults).toEqual([
      'order-id is required',
      'value is not a known argument',
    ]);
  });

  test('passes strings and numbers to @Transform, but not lists', async () => {
    class Args {
      @Arg({ type: String })
      @Transform(({ value }: { value: unknown }) => String(value).trim())
      value!: string;
    }
    expect((await callTool(Args, { value: ' a ' })).seen).toEqual({ value: 'a' });
    expect((await callTool(Args, { value: 5 })).seen).toEqual({ value: '5' });
    expect((await callTool(Args, { value: [5] })).faults).toEqual(['value must be a string']);
  });
});

describe('Runtime.tools.run', () => {
  test('takes typed values, including an empty string', async () => {
    class Args {
      @Arg() name!: string;
      @Arg({ items: Date }) @IsArray() days: Date[] = [];
    }
    @Tool({ args: Args })
    class Take {
      call = ({ name, days }: Args) => `${JSON.stringify(name)} ${days.length}`;
    }
    const { tools } = new Runtime({ tools: [Take] });
    expect(await tools.run(Take, { name: '', days: [new Date()] })).toEqual({
      content: [{ type: 'text', text: '"" 1' }],
    });
    const untyped = { name: 'a', days: ['2026-05-01'] } as unknown as Args;
    await expect(tools.run(Take, untyped)).rejects.toThrow(
      'Invalid arguments for tool "take": days[0] must be an ISO 8601 date',
    );
  });
});

describe('RuntimeOptions.limits', () => {
  class Args {
    @Arg({ type: JSON }) value!: unknown;
    @Arg({ type: JSON, required: false }) other?: unknown;
  }
  @Tool({ name: 'take', args: Args })
  class Take {
    call = () => 'taken';
  }
  const limits = { argumentLength: 20, argumentsLength: 30 };
  const { tools } = new Runtime({ tools: [Take], limits });
  const take = async (value: object) => messagesOf(await tools.call({ name: 'take', arguments: value as {} }));

  test('counts strings and property names by length, and every other value as 1', async () => {
    expect(await take({ value: { name: 'x'.repeat(16) } })).toEqual([]);
    expect(await take({ value: { name: 'x'.repeat(17) } })).toEqual(['value must be at most 20 characters long']);
    expect(await take({ value: Array.from({ length: 20 }, () => 1) })).toEqual([]);
    expect(await take({ value: Array.from({ length: 21 }, () => 1) })).toEqual([
      'value must be at most 20 characters long',
    ]);
    expect(await take({ value: 'x'.repeat(16), other: ['x'.repeat(15)] })).toEqual([
      'the arguments together must be at most 30 characters long',
    ]);
  });

  test('rejects an argument that is nested deeper than 64 levels', async () => {
    const nested = (levels: number) => JSON.parse('['.repeat(levels) + ']'.repeat(levels)) as unknown;
    const { tools: unlimited } = new Runtime({ tools: [Take] });
    const nest = async (levels: number) =>
      messagesOf(await unlimited.call({ name: 'take', arguments: { value: nested(levels) } }));
    expect(await nest(64)).toEqual([]);
    expect(await nest(65)).toEqual(['value must be nested at most 64 levels deep']);
    expect(await nest(100_000)).toEqual(['value must be nested at most 64 levels deep']);
  });

  test.each([
    ['as JSON', (json: string) => JSON.parse(json) as unknown],
    ['as the text of JSON', (json: string) => json],
  ])('accepts an argument %s, nested up to `limits.maxDepth` levels', async (_, given) => {
    const echo = defineTool({ name: 'echo', args: [{ name: 'list', items: JSON }], call: () => 'taken' });
    const runtime = new Runtime({ tools: [echo], limits: { maxDepth: 100 } });
    const isTaken = async (levels: number) => {
      const list = given('['.repeat(levels) + ']'.repeat(levels));
      return (await runtime.tools.call({ name: 'echo', arguments: { list } })).isError !== true;
    };
    expect([await isTaken(100), await isTaken(101)]).toEqual([true, false]);
  });
});
