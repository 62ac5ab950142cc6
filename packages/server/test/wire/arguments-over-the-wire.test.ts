import { inspect } from 'node:util';
import { Arg, Prompt, Runtime } from '@cuecard/core';
import { serveHttp } from '@cuecard/server';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Type } from 'class-transformer';
import { IsArray, IsEnum, IsIn, IsInt, IsOptional, Max, MaxLength, ValidateNested } from 'class-validator';
import { runs } from '../../../../test/support/runs.ts';
import { overHttp, type TestClient } from './support/clients.ts';
import { post } from './support/raw.ts';

enum Level {
  Low = 'low',
  High = 'high',
}
class Place {
  @Arg()
  city!: string;

  @Arg()
  people = 0;
}
class Leg {
  @MaxLength(4)
  from!: string;
}
class Route {
  @IsArray()
  @ValidateNested({ each: true })
  @Type(() => Leg)
  legs!: Leg[];
}

// One class for each row of the type table. `value` is required; `spare` is optional and has the same type.
class Text {
  @Arg()
  value!: string;

  @Arg()
  @IsOptional()
  spare?: string;
}
class Decimal {
  @Arg()
  value!: number;

  @Arg()
  spare = 7;
}
class Count {
  @Arg()
  @IsInt()
  @Max(50)
  value!: number;
}
class Integer {
  @Arg()
  value!: bigint;

  @Arg()
  @IsOptional()
  spare?: bigint;
}
class Flag {
  @Arg()
  value!: boolean;

  @Arg()
  spare = true;
}
class Day {
  @Arg()
  value!: Date;

  @Arg()
  @IsOptional()
  spare?: Date;
}
class Address {
  @Arg()
  value!: URL;

  @Arg()
  @IsOptional()
  spare?: URL;
}
class Bytes {
  @Arg()
  value!: Uint8Array;

  @Arg()
  @IsOptional()
  spare?: Uint8Array;
}
class Choice {
  @Arg()
  @IsIn(['false', '0x10', 'go'])
  value!: string;
}
class Grade {
  @Arg({ type: String })
  @IsEnum(Level)
  value!: Level;
}
class Numbers {
  @Arg({ items: Number })
  value!: number[];

  @Arg({ items: Number })
  spare: number[] = [1];
}
class Places {
  @Arg({ items: Place })
  value!: Place[];
}
class Nested {
  @Arg()
  value!: Place;

  @Arg()
  @IsOptional()
  spare?: Place;
}
class Foreign {
  @Arg()
  value!: Route;
}
class Anything {
  @Arg({ type: JSON })
  value!: unknown;
}

const ROWS = {
  text: Text,
  decimal: Decimal,
  count: Count,
  integer: Integer,
  flag: Flag,
  day: Day,
  address: Address,
  bytes: Bytes,
  choice: Choice,
  grade: Grade,
  numbers: Numbers,
  places: Places,
  nested: Nested,
  foreign: Foreign,
  anything: Anything,
};
type Row = keyof typeof ROWS;

/** Creates a prompt that returns the converted arguments of a row as text. */
function promptOf([name, args]: [string, new () => object]) {
  class Shows {
    render = (values: object) => shown(values);
  }
  Prompt({ name, args })(Shows);
  return Shows;
}

function shown(values: object): string {
  const defined = Object.entries(values).filter(([, value]) => value !== undefined);
  const entries = defined.map(([name, value]) => [name, plain(value)]);
  return written(Object.fromEntries(entries));
}

function plain(value: unknown): unknown {
  if (value instanceof URL) return { url: value.href };
  return value instanceof Uint8Array ? { hex: Buffer.from(value).toString('hex') } : value;
}

function written(value: unknown): string {
  return inspect(value, { breakLength: Number.POSITIVE_INFINITY, compact: 9, depth: 9 });
}

const LIMIT = 1001;
const runtime = new Runtime({ prompts: Object.entries(ROWS).map(promptOf), limits: { argumentLength: LIMIT } });
let server: Awaited<ReturnType<typeof serveHttp>>;
let client: TestClient;
beforeAll(async () => {
  server = await serveHttp(runtime, { name: 'types', version: '1.0.0', port: 0 });
  client = await overHttp['v1 client'](server.url);
});
afterAll(async () => {
  await client.close();
  await server.close();
});

interface Fault {
  readonly argument: string;
  readonly rule: string;
  readonly message: string;
  readonly expected?: string;
}

const resultOf = (text: string) => ({ messages: [{ role: 'user', content: { type: 'text', text } }] });
const refused = (prompt: string, ...errors: readonly Fault[]) => ({
  code: -32602,
  message: `Invalid arguments for prompt "${prompt}": ${errors.map(({ message }) => message).join('; ')}`,
  data: { prompt, errors },
});
const fault = (rule: string, expected: string, argument = 'value'): Fault => ({
  argument,
  rule,
  message: `${argument} must be ${expected}`,
  expected,
});
const missing: Fault = { argument: 'value', rule: 'isDefined', message: 'value is required' };

/** Resolves to the result of the client, or to its error without the prefix of the message. */
async function answer(name: string, args?: Record<string, string>): Promise<unknown> {
  try {
    return await client.getPrompt({ name, ...(args && { arguments: args }) });
  } catch (error) {
    const { code, message, data } = error as { code: number; message: string; data: unknown };
    return { code, message: message.replace(`MCP error ${code}: `, ''), data };
  }
}

/** Resolves to the same result or error without a connection. */
async function nearAnswer(name: string, args: Record<string, string>): Promise<unknown> {
  try {
    return JSON.parse(JSON.stringify(await runtime.prompts.get({ name, arguments: args }))) as unknown;
  } catch (error) {
    const { code, message, data } = error as { code: number; message: string; data: unknown };
    return JSON.parse(JSON.stringify({ code, message, data })) as unknown;
  }
}

const STEP = Math.max(1, Math.round(100 / runs(100)));

/** Whether a value is sent over HTTP. In CI, all values are. */
const isSent = (index: number) => index % STEP === 0;

/** The values that are sent to every row. A row accepts its own verdicts and rejects all other values. */
const SENT = [
  'text',
  '5',
  '-5.25',
  '+5',
  '1e3',
  '.5',
  '5.',
  '1e400',
  '-1e400',
  '1e-400',
  '0x10',
  '0b11',
  '0o7',
  '1_000',
  '1,000',
  '007',
  '5n',
  'NaN',
  'Infinity',
  '-0',
  ' 5 ',
  '5\0',
  '\0',
  '٥',
  '５',
  '9007199254740993',
  'true',
  'FALSE',
  'false',
  '"false"',
  'yes',
  'Off',
  '0',
  '1',
  ' true',
  'null',
  'undefined',
  '2026-01-31',
  '2026-02-30',
  '2026-13-01',
  '2024-02-29',
  '2026-01-31T10:30',
  '2026-01-31T10:30:15.250+02:00',
  '2026-01-31T24:00Z',
  '2026-01-31 10:30',
  '31.01.2026',
  'https://example.com/a?b=c#d',
  'https://例え.jp/ü',
  'HTTPS://EXAMPLE.COM',
  'mailto:ada@example.com',
  '//example.com',
  ' https://example.com',
  'https://exam\0ple.com',
  'https://',
  'AAEC',
  'AAE=',
  'AAE',
  'A===',
  '_-8=',
  'AAE=\n',
  'Grüezi 🙂 日本',
  'a\0b',
  'e\u0301',
  'go',
  'GO',
  'low',
  'Low',
  '1,2,3',
  '1, 2 ,3',
  '1,,3',
  '1,x',
  '[]',
  '[1,"2"]',
  '[1,[2]]',
  '[1,null]',
  '[1',
  '{"city":"Bern"}',
  '{"city":"Bern","people":"130000"}',
  '{"city":""}',
  '{"people":"many"}',
  '{"city":"Bern","mayor":"x"}',
  '{"__proto__":{"city":"Bern"}}',
  '{"city":"Bern","city":"Chur"}',
  '[{"city":"Bern"},{"city":5}]',
  '[{"city":"Bern"},{"city":"Chur"}]',
  '{"legs":[{"from":"Bern"}]}',
  '{"legs":[{"from":"Zürich"}]}',
  '{"legs":5}',
  '{}',
  'x'.repeat(LIMIT),
  '9'.repeat(LIMIT),
] as const;
type Sent = (typeof SENT)[number];

/** The converted value, or the faults of a value that breaks a special rule. */
type Verdicts = Partial<Record<Sent, string | readonly Fault[]>>;

const isText = Object.fromEntries(SENT.map((sent) => [sent, written(sent)]));

const NUMBERS = {
  '5': '5',
  '-5.25': '-5.25',
  '+5': '5',
  '1e3': '1000',
  '.5': '0.5',
  '5.': '5',
  '1e-400': '0',
  '007': '7',
  '-0': '-0',
  '9007199254740993': '9007199254740992',
  '0': '0',
  '1': '1',
} as const;

/** Returns a string and its parsed value, if it is JSON. */
function asJson(sent: string): [string, string][] {
  try {
    return [[sent, written(JSON.parse(sent))]];
  } catch {
    return [];
  }
}

/** Returns a string and its bytes, if it is canonical base64. */
function asBytes(sent: string): [string, string][] {
  const bytes = Buffer.from(sent, 'base64');
  return sent !== '' && bytes.toString('base64') === sent ? [[sent, `{ hex: '${bytes.toString('hex')}' }`]] : [];
}

const noLegs: Fault = { argument: 'value.legs', rule: 'isArray', message: 'value.legs must be an array' };
const unknownProperty = (argument: string): Fault => ({
  argument,
  rule: 'unknown',
  message: `${argument} is not a known argument`,
});
const noCity: Fault = { argument: 'value.city', rule: 'isDefined', message: 'value.city is required' };

/** For each row: the fault of rejected values, the accepted values, and the default of `spare`. */
const EXPECTED: Record<Row, { spare: string; fault: Fault; verdicts: Verdicts }> = {
  text: { spare: '', fault: fault('isString', 'a string'), verdicts: isText },
  decimal: { spare: ', spare: 7', fault: fault('isNumber', 'a number'), verdicts: NUMBERS },
  count: {
    spare: '',
    fault: fault('isNumber', 'a number'),
    verdicts: {
      ...NUMBERS,
      ...Object.fromEntries(
        ['-5.25', '.5'].map((sent) => [
          sent,
          [
            {
              argument: 'value',
              rule: 'isInt',
              message: 'value must be an integer number',
              expected: 'an integer',
            },
          ],
        ]),
      ),
      ...Object.fromEntries(
        ['1e3', '9007199254740993'].map((sent) => [
          sent,
          [{ argument: 'value', rule: 'max', message: 'value must not be greater than 50', expected: 'at most 50' }],
        ]),
      ),
    },
  },
  integer: {
    spare: '',
    fault: fault('isInt', 'an integer'),
    verdicts: {
      '5': '5n',
      '+5': '5n',
      '007': '7n',
      '-0': '0n',
      '0': '0n',
      '1': '1n',
      '9007199254740993': '9007199254740993n',
      ['9'.repeat(LIMIT)]: `${'9'.repeat(LIMIT)}n`,
    },
  },
  flag: {
    spare: ', spare: true',
    fault: fault('isBoolean', 'true or false'),
    verdicts: { true: 'true', FALSE: 'false', false: 'false', yes: 'true', Off: 'false', '0': 'false', '1': 'true' },
  },
  day: {
    spare: '',
    fault: fault('isDate', 'an ISO 8601 date'),
    verdicts: {
      '2026-01-31': '2026-01-31T00:00:00.000Z',
      '2024-02-29': '2024-02-29T00:00:00.000Z',
      '2026-01-31T10:30': '2026-01-31T10:30:00.000Z',
      '2026-01-31T10:30:15.250+02:00': '2026-01-31T08:30:15.250Z',
    },
  },
  address: {
    spare: '',
    fault: fault('isUrl', 'a URL'),
    verdicts: {
      'https://example.com/a?b=c#d': "{ url: 'https://example.com/a?b=c#d' }",
      'https://例え.jp/ü': "{ url: 'https://xn--r8jz45g.jp/%C3%BC' }",
      'HTTPS://EXAMPLE.COM': "{ url: 'https://example.com/' }",
      'mailto:ada@example.com': "{ url: 'mailto:ada@example.com' }",
    },
  },
  bytes: {
    spare: '',
    fault: fault('isBase64', 'base64'),
    verdicts: {
      AAEC: "{ hex: '000102' }",
      'AAE=': "{ hex: '0001' }",
      ...Object.fromEntries(SENT.flatMap(asBytes)), // Many words are valid base64.
    },
  },
  choice: {
    spare: '',
    fault: {
      argument: 'value',
      rule: 'isIn',
      message: 'value must be one of the following values: false, 0x10, go',
      expected: 'one of false, 0x10, go',
    },
    verdicts: { false: "'false'", '0x10': "'0x10'", go: "'go'" },
  },
  grade: {
    spare: '',
    fault: {
      argument: 'value',
      rule: 'isEnum',
      message: 'value must be one of the following values: low, high',
      expected: 'one of low, high',
    },
    verdicts: { low: "'low'" },
  },
  numbers: {
    spare: ', spare: [ 1 ]',
    fault: fault('isNumber', 'a number', 'value[0]'),
    verdicts: {
      ...Object.fromEntries(Object.entries(NUMBERS).map(([sent, value]) => [sent, `[ ${value} ]`])),
      ' 5 ': '[ 5 ]',
      '1,000': '[ 1, 0 ]',
      '1,2,3': '[ 1, 2, 3 ]',
      '1, 2 ,3': '[ 1, 2, 3 ]',
      '1,,3': [{ ...fault('isNotEmpty', 'not empty', 'value[1]'), message: 'value[1] must not be empty' }],
      '1,x': [fault('isNumber', 'a number', 'value[1]')],
      '[]': '[]',
      '[1,"2"]': '[ 1, 2 ]',
      '[1,[2]]': [fault('isNumber', 'a number', 'value[1]')],
      '[1,null]': [fault('isNumber', 'a number', 'value[1]')],
      '[1': [fault('isArray', 'a comma-separated list or a JSON array')],
      '{"city":"Bern","people":"130000"}': [0, 1].map((index) => fault('isNumber', 'a number', `value[${index}]`)),
      '{"city":"Bern","mayor":"x"}': [0, 1].map((index) => fault('isNumber', 'a number', `value[${index}]`)),
      '{"city":"Bern","city":"Chur"}': [0, 1].map((index) => fault('isNumber', 'a number', `value[${index}]`)),
      '[{"city":"Bern"},{"city":5}]': [0, 1].map((index) => fault('isNumber', 'a number', `value[${index}]`)),
      '[{"city":"Bern"},{"city":"Chur"}]': [0, 1].map((index) => fault('isNumber', 'a number', `value[${index}]`)),
    },
  },
  places: {
    spare: '',
    fault: fault('isArray', 'a JSON array'),
    verdicts: {
      '[]': '[]',
      '[{"city":"Bern"},{"city":"Chur"}]': "[ Place { city: 'Bern', people: 0 }, Place { city: 'Chur', people: 0 } ]",
      '[{"city":"Bern"},{"city":5}]': [fault('isString', 'a string', 'value[1].city')],
      '[1,"2"]': [0, 1].map((index) => fault('isObject', 'a JSON object', `value[${index}]`)),
      '[1,[2]]': [0, 1].map((index) => fault('isObject', 'a JSON object', `value[${index}]`)),
      '[1,null]': [0, 1].map((index) => fault('isObject', 'a JSON object', `value[${index}]`)),
    },
  },
  nested: {
    spare: '',
    fault: fault('isObject', 'a JSON object'),
    verdicts: {
      '{"city":"Bern"}': "Place { city: 'Bern', people: 0 }",
      '{"city":"Bern","people":"130000"}': "Place { city: 'Bern', people: 130000 }",
      '{"city":"Bern","city":"Chur"}': "Place { city: 'Chur', people: 0 }",
      '{}': [noCity],
      '{"city":""}': [noCity],
      '{"people":"many"}': [fault('isNumber', 'a number', 'value.people'), noCity],
      '{"city":"Bern","mayor":"x"}': [unknownProperty('value.mayor')],
      '{"__proto__":{"city":"Bern"}}': [unknownProperty('value.__proto__'), noCity],
      '{"legs":[{"from":"Bern"}]}': [unknownProperty('value.legs'), noCity],
      '{"legs":[{"from":"Zürich"}]}': [unknownProperty('value.legs'), noCity],
      '{"legs":5}': [unknownProperty('value.legs'), noCity],
    },
  },
  foreign: {
    spare: '',
    fault: fault('isObject', 'a JSON object'),
    verdicts: {
      ...Object.fromEntries(SENT.filter((sent) => sent.startsWith('{')).map((sent) => [sent, [noLegs]])),
      '{"legs":5}': [
        noLegs,
        {
          argument: 'value.legs',
          rule: 'nestedValidation',
          message: 'each value in nested property value.legs must be either object or array',
        },
      ],
      '{"legs":[{"from":"Bern"}]}': "Route { legs: [ Leg { from: 'Bern' } ] }",
      '{"legs":[{"from":"Zürich"}]}': [
        {
          argument: 'value.legs[0].from',
          rule: 'maxLength',
          message: 'value.legs[0].from must be shorter than or equal to 4 characters',
          expected: 'at most 4 characters',
        },
      ],
    },
  },
  anything: { spare: '', fault: fault('isJSON', 'JSON'), verdicts: Object.fromEntries(SENT.flatMap(asJson)) },
};

/** A value that each row accepts. All rows except `text` reject `BAD`. */
const GOOD: Record<Row, Sent> = {
  text: 'text',
  decimal: '5',
  count: '5',
  integer: '5',
  flag: 'yes',
  day: '2026-01-31',
  address: 'mailto:ada@example.com',
  bytes: 'AAEC',
  choice: 'go',
  grade: 'low',
  numbers: '1,2,3',
  places: '[]',
  nested: '{"city":"Bern"}',
  foreign: '{"legs":[{"from":"Bern"}]}',
  anything: '[1,null]',
};
const BAD = 'AAE';

/** Resolves to the response to arguments that no official client sends. */
async function rawAnswer(name: string, args: string): Promise<unknown> {
  const params = `{"name":"${name}","arguments":${args}}`;
  const { body } = await post(server.url, `{"jsonrpc":"2.0","id":1,"method":"prompts/get","params":${params}}`);
  const { result, error } = body as { result?: unknown; error?: unknown };
  return result ?? error;
}

/** Returns the response to a value that a client sends to a row. */
function expectedFor(row: Row, sent: Sent): unknown {
  const { spare, fault: usual, verdicts } = EXPECTED[row];
  const verdict = verdicts[sent] ?? [usual];
  return typeof verdict === 'string' ? resultOf(`{ value: ${verdict}${spare} }`) : refused(row, ...verdict);
}

describe('@Arg()', () => {
  test.each(Object.keys(ROWS) as Row[])('accepts valid values and rejects all others: %s', async (row) => {
    const answers = await Promise.all(
      SENT.map(async (value, index) => [value, await (isSent(index) ? answer : nearAnswer)(row, { value })]),
    );
    expect(Object.fromEntries(answers)).toEqual(Object.fromEntries(SENT.map((sent) => [sent, expectedFor(row, sent)])));
  });

  test('rejects a missing or empty value', async () => {
    expect(await answer('decimal', {})).toEqual(refused('decimal', missing));
    expect(await answer('decimal')).toEqual(refused('decimal', missing));
    expect(await answer('decimal', { value: '' })).toEqual(refused('decimal', missing));
    expect(await rawAnswer('decimal', 'null')).toEqual(
      refused('decimal', { argument: '', rule: 'isObject', message: 'arguments must be an object of strings' }),
    );
  });

  test('rejects JSON values other than strings', async () => {
    for (const value of ['5', 'true', 'null', '[]', '{}']) {
      const answered = await rawAnswer('anything', `{"value":${value}}`);
      expect([value, answered]).toEqual([value, refused('anything', fault('isString', 'a string'))]);
    }
  });

  test('uses the last value of a duplicate key', async () => {
    const [taken, other] = [GOOD.decimal, BAD].map((value) => JSON.stringify(value));
    expect(await rawAnswer('decimal', `{"value":${other},"value":${taken}}`)).toEqual(
      expectedFor('decimal', GOOD.decimal),
    );
    expect(await rawAnswer('decimal', `{"value":${taken},"value":${other}}`)).toEqual(expectedFor('decimal', BAD));
    expect(await rawAnswer('decimal', `{"value":${taken},"value":""}`)).toEqual(refused('decimal', missing));
  });

  test('rejects values longer than the limit without parsing them', async () => {
    const tooLong: Fault = {
      argument: 'value',
      rule: 'maxLength',
      message: `value must be at most ${LIMIT} characters long`,
    };
    for (const value of ['x', '9', '[', '{"city":', '🙂']) {
      expect(await answer('nested', { value: value.repeat(LIMIT + 1).slice(0, LIMIT + 1) })).toEqual(
        refused('nested', tooLong),
      );
    }
  });

  test.each(['decimal', 'choice'] as const)('uses the default of an empty optional argument: %s', async (row) => {
    const hasSpare = Object.hasOwn(new ROWS[row](), 'spare');
    const unknown: Fault = { argument: 'spare', rule: 'unknown', message: 'spare is not a known argument' };
    expect(await answer(row, { value: GOOD[row], spare: '' })).toEqual(
      hasSpare ? expectedFor(row, GOOD[row]) : refused(row, unknown),
    );
  });
});

describe('limits.argumentsLength', () => {
  test('limits the total length of arguments', async () => {
    const small = new Runtime({ prompts: [promptOf(['text', Text])], limits: { argumentsLength: 5 } });
    expect(await small.prompts.get({ name: 'text', arguments: { value: '123', spare: '45' } })).toHaveProperty(
      'messages',
    );
    await expect(small.prompts.get({ name: 'text', arguments: { value: '123', spare: '456' } })).rejects.toMatchObject(
      refused('text', {
        argument: '',
        rule: 'maxLength',
        message: 'the arguments together must be at most 5 characters long',
      }),
    );
  });
});
