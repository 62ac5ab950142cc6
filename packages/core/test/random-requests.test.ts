import { inspect } from 'node:util';
import { Arg, type Class, InvalidArgumentsError, Prompt, Runtime } from '../build/index.js';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Transform, Type } from 'class-transformer';
import { ArrayMaxSize, IsIn, IsInt, IsOptional, Max, MaxLength, ValidateNested } from 'class-validator';
import * as fc from 'fast-check';
import { DEFAULT_LIMITS } from '../build/limits.js';
import { runs, size } from '../../../build/jest/runs.ts';
import { tokens } from './support/tokens.ts';

/** The number of requests for each seed. */
const REQUESTS = 1_000;
/** A time limit that catastrophic backtracking exceeds, but a busy machine does not. */
const [SHORT_MS, LONG_MS] = [2_000, size(5_000)];
const LENGTH = size(1_000_000);

class Foreign {
  @IsOptional() @IsInt() count?: number;

  @Type(() => Foreign)
  @ValidateNested()
  @IsOptional()
  child?: Foreign;

  @Transform(({ value }: { value: unknown }) => (value as string).trim())
  @IsOptional()
  name?: string;
}
class Nested {
  @Arg() @MaxLength(5) name!: string;
  @Arg({ required: false }) @Max(9) count = 1;
  @Arg({ required: false }) child?: Nested;
  @Arg({ items: Nested, required: false }) @ArrayMaxSize(2) children: Nested[] = [];
}

/** The class of an argument, with string fragments that form valid or nearly valid values. */
interface Subject {
  readonly name: string;
  readonly args: Class;
  readonly pieces: readonly string[];
}

function argumentOf(options: Parameters<typeof Arg>[0], ...rules: readonly PropertyDecorator[]): Class {
  class Args {
    value: unknown;
    other?: string;
  }
  for (const rule of rules) rule(Args.prototype, 'value');
  Arg(options)(Args.prototype, 'value');
  Arg({ type: String, required: false })(Args.prototype, 'other');
  return Args;
}

const JSON_PIECES = tokens`{ } [ ] : , " "name": "name":"x" "child":{ "children":[{ "count":`;
const JSON_VALUES = [...tokens`1 -0 1e400 null true "x" {} [] "__proto__":{ "constructor":`, '\\u0000'];
const JSON_TEXTS = ['{"name":"x","count":1}', '{"name":"x","child":{"name":"y"}}', '[{"name":"x"},{"name":"y"}]'];
const json = [...JSON_PIECES, ...JSON_VALUES, ...JSON_TEXTS];
const digits = ['0', '1', '9', '42', '.', '-', '+', 'e', 'E', '_', ',', ' ', '0x', 'n', 'Infinity', 'NaN'];

const SUBJECTS: readonly Subject[] = [
  { name: 'String', args: argumentOf({ type: String }, IsIn(['a', 'ab']), MaxLength(3)), pieces: ['a', 'b', 'ab'] },
  { name: 'Number', args: argumentOf({ type: Number }, Max(50)), pieces: digits },
  { name: 'BigInt', args: argumentOf({ type: BigInt }), pieces: digits },
  {
    name: 'Boolean',
    args: argumentOf({ type: Boolean }),
    pieces: ['true', 'FALSE', 'yes', 'No', 'on', 'OFF', '1', '0'],
  },
  {
    name: 'Date',
    args: argumentOf({ type: Date }),
    pieces: ['2026-02-28', '2026-02-3', '-', 'T', '12:00', ':30', '.123', 'Z', '+01:00', '-2400', '0000', '13', ' '],
  },
  {
    name: 'URL',
    args: argumentOf({ type: URL }),
    pieces: ['https://', 'a.ch', 'javascript:', '/', '?', '#', '@', ':', '%', '%zz', '[::1]', '..', 'ü', 'xn--', '\\'],
  },
  {
    name: 'Uint8Array',
    args: argumentOf({ type: Uint8Array }),
    pieces: ['YQ==', 'YWI=', 'YWJj', '=', '-', '_', '+', '/'],
  },
  { name: 'JSON', args: argumentOf({ type: JSON }, ValidateNested()), pieces: json },
  {
    name: 'Array',
    args: argumentOf({ items: Number }, IsInt({ each: true }), ArrayMaxSize(5)),
    pieces: [...digits, '[', ']'],
  },
  { name: 'a class with arguments', args: argumentOf({ type: Nested }), pieces: json },
  { name: 'another class', args: argumentOf({ type: Foreign }), pieces: json },
];

const now = performance.now.bind(performance);

/** Creates a seeded random number generator (xorshift), because the one of fast-check is too slow here. */
function randomsOf(start: number): (limit: number) => number {
  let state = start | 1;
  return (limit) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % limit;
  };
}

/** Creates random arguments: mostly a string of fragments, sometimes any other value. */
function randomArguments(random: (limit: number) => number, pieces: readonly string[]): unknown {
  const text = () => {
    let result = '';
    for (let count = random(8); count >= 0; count -= 1) {
      const kind = random(12);
      if (kind === 0) result += String.fromCodePoint(random(0x11_0000));
      else if (kind === 1) result = result.slice(random(result.length + 1));
      else result += pieces[random(pieces.length)]!;
    }
    return result;
  };
  const kind = random(100);
  if (kind === 0) return NO_ARGUMENTS[random(NO_ARGUMENTS.length)];
  if (kind === 1) return { value: NON_STRINGS[random(NON_STRINGS.length)] };
  if (kind === 2)
    return JSON.parse(`{"__proto__":{"value":"1"},"value":"1","${text().replaceAll(/[\\"\p{Cc}]/gu, '')}":"1"}`);
  if (kind < 6) return { value: text(), other: text(), [text()]: text() };
  return { value: text() };
}

const NO_ARGUMENTS = [null, 5, 'text', [], ['a'], () => 'x', Symbol('x'), 5n, true, new Map([['value', 'a']])];
const NON_STRINGS = [null, undefined, 5, true, {}, ['a'], { toString: () => '5' }, Object('5'), Symbol('5'), 5n];

const PROTOTYPES = [Object, Array, String, Number, Function, Date, URL, Uint8Array, Map, Promise, Error];
const fingerprint = () => PROTOTYPES.map(({ prototype }) => Reflect.ownKeys(prototype as object).map(String));
const before = fingerprint();

// Omits stack traces, because half a million of them would take most of the time.
const { stackTraceLimit } = Error;
beforeAll(() => {
  Error.stackTraceLimit = 0;
});
afterAll(() => {
  Error.stackTraceLimit = stackTraceLimit;
});

function serving(args: Class) {
  const log: unknown[] = [];
  class Any {
    render = (): string => 'rendered';
  }
  Prompt({ args })(Any as never);
  const logger = { error: (message: string, cause: unknown) => log.push(message, cause), warn: () => {} };
  return { log, runtime: new Runtime({ prompts: [Any], logger }) };
}

/** Rethrows any error except InvalidArgumentsError. */
function expectRefusal(error: unknown): void {
  if (!(error instanceof InvalidArgumentsError)) throw error;
}

async function send(runtime: Runtime, input: unknown): Promise<void> {
  await runtime.prompts.get({ name: 'any', arguments: input as Record<string, string> }).catch(expectRefusal);
}

/** Binds arguments like `get`, but synchronously, because a hundred thousand promises would take most of the time. */
function binding(runtime: Runtime): (input: unknown) => boolean {
  const plan = runtime.registry.get('any')!.arguments;
  const options = { kind: 'prompt', name: 'any', origin: 'text', limits: DEFAULT_LIMITS } as const;
  return (input) => {
    try {
      return plan.bind(input, options) instanceof plan.type;
    } catch (error) {
      if (error instanceof InvalidArgumentsError) return false;
      throw new Error(`Neither taken nor refused: ${inspect(input)}`, { cause: error });
    }
  };
}

/** Measures a request. Repeats a slow one up to twice, because the machine may be busy. */
async function fastest(runtime: Runtime, input: unknown, limitMs: number): Promise<number> {
  let shortest = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < 3 && shortest > limitMs; attempt += 1) {
    const start = now();
    await send(runtime, input);
    shortest = Math.min(shortest, now() - start);
  }
  return shortest;
}

describe.each(SUBJECTS)('Arguments of type $name', ({ args, pieces }) => {
  const { runtime, log } = serving(args);

  test('accept or reject any request within two seconds', async () => {
    const bind = binding(runtime);
    const property = fc.asyncProperty(fc.noShrink(fc.integer()), async (seed) => {
      const random = randomsOf(seed);
      let bound = 0;
      const slow: unknown[] = [];
      for (let index = 0; index < REQUESTS; index += 1) {
        const input = randomArguments(random, pieces);
        const start = now();
        if (bind(input)) bound += 1;
        if (now() - start > SHORT_MS) slow.push(input);
        if (index % 100 === 0) await send(runtime, input);
      }
      for (const input of slow) expect(await fastest(runtime, input, SHORT_MS)).toBeLessThan(SHORT_MS);
      // The requests must include both valid and invalid ones.
      expect(Math.min(bound, REQUESTS - bound)).toBeGreaterThan(0);
    });
    await fc.assert(property, { numRuns: runs(60) });
    expect(log).toEqual([]);
    expect(fingerprint()).toEqual(before);
  });

  test('accept or reject a very long string within a time limit', async () => {
    for (const value of longStrings(pieces)) {
      expect(value.length).toBeLessThanOrEqual(LENGTH);
      expect(await fastest(runtime, { value }, LONG_MS)).toBeLessThan(LONG_MS);
    }
    expect(log).toEqual([]);
    expect(fingerprint()).toEqual(before);
  });
});

/** Yields repeated fragments, with and without an invalid end, and other strings that take long to parse. */
function* longStrings(pieces: readonly string[]): Iterable<string> {
  const long = (piece: string, end = '') => piece.repeat((LENGTH - end.length) / piece.length) + end;
  for (const piece of ['1', ' ', 'a', '\0', '😀', ...pieces.slice(0, 6)]) {
    yield long(piece);
    yield long(piece, '!');
  }
  yield long('[');
  yield long('{"name":"x","child":');
  yield long('[', ']'.repeat(LENGTH / 2));
  yield `[${long('1,').slice(0, -4)}1]`;
  yield `[${long('{},').slice(0, -4)}1]`;
  yield `[${long('{"name":"x"},').slice(0, -20)}{}]`;
  yield `{${Array.from({ length: size(60_000) }, (_, index) => `"nane${index}":1`).join()}}`;
  yield `http://${long('一').slice(0, -9)}`;
  yield `http://${Array.from({ length: size(20_000) }, (_, index) => String.fromCodePoint(0x4e00 + index)).join('')}`;
  yield `https://a/${long('../').slice(0, -12)}`;
  yield `0.${long('1').slice(2)}`;
  yield `1e${long('0').slice(2)}`;
}

describe('limits.argumentLength and limits.argumentsLength', () => {
  class Args {
    @Arg() code!: string;
    @Arg({ required: false }) note?: string;
    @Arg({ items: String, required: false }) tags: string[] = [];
  }
  const tooLong = (argument: string, limit: number) => ({
    argument,
    rule: 'maxLength',
    message: `${argument || 'the arguments together'} must be at most ${limit} characters long`,
  });
  async function errorOf(runtime: Runtime, values: Record<string, string>): Promise<unknown> {
    return runtime.prompts
      .get({ name: 'limited', arguments: values })
      .catch(({ name, code, message, data }) => ({ name, code, message, data }));
  }
  const refusal = (...errors: readonly { readonly message: string }[]) => ({
    name: 'InvalidArgumentsError',
    code: -32602,
    message: `Invalid arguments for prompt "limited": ${errors.map(({ message }) => message).join('; ')}`,
    data: { prompt: 'limited', errors },
  });
  class Limited {
    render = ({ code, note = '' }: Args) => `${code.length} and ${note.length}`;
  }
  Prompt({ args: Args })(Limited);
  const said = (text: string) => ({ messages: [{ role: 'user', content: { type: 'text', text } }] });

  test('default to a million and four million characters', async () => {
    const runtime = new Runtime({ prompts: [Limited] });
    const million = 'x'.repeat(1_000_000);
    expect(await errorOf(runtime, { code: million, note: million })).toEqual(said('1000000 and 1000000'));
    expect(await errorOf(runtime, { code: `${million}x`, note: 'x', tags: `${million}[` })).toEqual(
      refusal(tooLong('code', 1_000_000), tooLong('tags', 1_000_000)),
    );
    const unknown = { one: million, two: million, three: million };
    expect(await errorOf(runtime, { code: million, note: 'x', ...unknown })).toEqual(refusal(tooLong('', 4_000_000)));
    expect(await errorOf(runtime, { code: `${million}x`, ...unknown })).toEqual(
      refusal(tooLong('code', 1_000_000), tooLong('', 4_000_000)),
    );
  });

  test('apply when configured', async () => {
    const runtime = new Runtime({ prompts: [Limited], limits: { argumentLength: 5, argumentsLength: 8 } });
    expect(await errorOf(runtime, { code: '12345', note: '123' })).toEqual(said('5 and 3'));
    expect(await errorOf(runtime, { code: '123456' })).toEqual(refusal(tooLong('code', 5)));
    expect(await errorOf(runtime, { code: '12345', note: '1234' })).toEqual(refusal(tooLong('', 8)));
    expect(await errorOf(runtime, { [`${'n'.repeat(70)}`]: '123456' })).toEqual(
      refusal(tooLong(`${'n'.repeat(64)}…`, 5)),
    );
  });

  test('do not apply to runtime.prompts.render', async () => {
    const runtime = new Runtime({ prompts: [Limited], limits: { argumentLength: 5, argumentsLength: 8 } });
    expect(await runtime.prompts.render(Limited, { code: '123456', note: '123456' })).toEqual(said('6 and 6'));
  });
});
