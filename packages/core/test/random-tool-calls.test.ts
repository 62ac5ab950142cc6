import { describe, expect, test } from '@jest/globals';
import { Arg, type ArgOptions, type CallToolResult, type Class, Field, Runtime, Tool } from '@cuecard/core';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { ArrayMaxSize, IsIn, IsOptional, Max, MaxLength, Min } from 'class-validator';
import * as fc from 'fast-check';
import { runs } from '../../../build/jest/runs.ts';

const SCHEMAS = runs(300);
const CALLS = 20;

class Leaf {
  @Arg() @MaxLength(3) name!: string;
  @Arg({ required: false }) leaf?: Leaf;
  @Arg({ items: Leaf }) leaves: Leaf[] = [];
}

const TYPES: readonly ArgOptions[] = [
  ...[String, Number, BigInt, Boolean, Date, URL, Uint8Array, JSON, Leaf].map((type) => ({ type })),
  ...[String, Number, Date, Leaf].map((items) => ({ items })),
  { type: { A: 'a', B: 'b' } },
  { type: { One: 1, Two: 2 } },
];

/** The rules of each type, by its index in TYPES. */
const RULES: readonly PropertyDecorator[][] = TYPES.map(({ type, items }) => {
  if (type === String) return [MaxLength(2), IsIn(['a', '', 'ab'])];
  if (type === Number) return [Max(5), Min(-5)];
  return items === undefined ? [] : [ArrayMaxSize(2)];
});

interface Member {
  readonly name: string;
  readonly type: number;
  readonly isOptional: boolean;
  readonly isRuled: boolean;
}

const member: fc.Arbitrary<Member> = fc.record({
  name: fc.constantFrom('a', 'b', 'name', 'leaf', 'constructor', 'toString', 'value-1'),
  type: fc.nat(TYPES.length - 1),
  isOptional: fc.boolean(),
  isRuled: fc.boolean(),
});
const members = fc.uniqueArray(member, { minLength: 1, maxLength: 4, selector: ({ name }) => name });

/** Valid and nearly valid values of the types. */
const near = fc.oneof(
  fc.constantFrom<unknown>('', 'a', 'ab', '5', '-1e3', 'true', 'no', '2026-05-01', 'https://a.ch', 'YQ==', '[', '{'),
  fc.constantFrom<unknown>(
    '[1,"a"]',
    '{"name":"a"}',
    0,
    -0,
    5,
    1.5,
    2 ** 60,
    true,
    false,
    null,
    [],
    {},
    [1],
    ['a', 'b'],
  ),
  fc.constantFrom<unknown>([null], { name: 'a' }, [{ name: 'ab' }], { name: 1, other: [] }, ['{"name":"a"}']),
  fc.constant<unknown>({ name: 'a', leaf: { name: 'b', leaves: '[{"name":"c"}]' } }),
);
const value = fc.oneof({ weight: 3, arbitrary: near }, { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 4 }) });
const key = fc.oneof(
  fc.constantFrom('a', 'b', 'name', 'leaf', 'value-1', 'constructor', '__proto__', 'prototype'),
  fc.string({ maxLength: 5 }),
);
const entries = fc.array(fc.tuple(key, value), { maxLength: 2 });
/** A value for each property, or any JSON. */
const sent = fc.oneof(
  {
    weight: 9,
    arbitrary: fc.tuple(fc.array(value, { minLength: 4, maxLength: 4 }), fc.oneof(fc.constant([]), entries)),
  },
  { weight: 1, arbitrary: fc.json() },
);

function jsonOf(input: string | readonly [readonly unknown[], readonly [string, unknown][]], all: readonly Member[]) {
  if (typeof input === 'string') return input;
  const [values, others] = input;
  return JSON.stringify(Object.fromEntries([...all.map(({ name }, index) => [name, values[index]]), ...others]));
}

/** Ignores the formats `date-time` and `uri`, because the types have patterns for them or check them more strictly. */
const ajv = new Ajv2020({ strict: false, ownProperties: true, formats: { 'date-time': true, uri: true } });

function classOf(all: readonly Member[]): Class {
  class Args {}
  for (const [index, { name, type, isOptional, isRuled }] of all.entries()) {
    const property = `property${index}`;
    for (const rule of isRuled ? (RULES[type] ?? []) : []) rule(Args.prototype, property);
    if (isOptional) IsOptional()(Args.prototype, property);
    Arg({ name, ...TYPES[type] })(Args.prototype, property);
  }
  return Args;
}

/** Serves a tool that returns its arguments, and compiles its schemas. */
async function echoing(all: readonly Member[], coerce: boolean, log: (...line: readonly unknown[]) => void) {
  const Args = classOf(all);
  @Tool({ name: 'echo', args: Args, coerce, output: Args })
  class Echo {
    call = (args: object) => args;
  }
  const { tools } = new Runtime({ tools: [Echo], logger: { error: log, warn: log } });
  const [entry] = (await tools.list()).tools;
  return {
    call: async (json: unknown) => tools.call({ name: 'echo', arguments: json as {} }).catch(resultOf),
    accepts: ajv.compile(entry?.inputSchema ?? false),
    describes: ajv.compile(entry?.outputSchema ?? false),
  };
}

/** The result that replaces the protocol error for arguments that are not an object. */
function resultOf({ message }: Error): CallToolResult {
  return { content: [{ type: 'text', text: message }], isError: true };
}

/** Returns the faults of a failed result, one for each argument; none for a successful result. */
function faultsIn({ content, isError }: CallToolResult): string[] {
  const [first] = content;
  if (isError !== true || first?.type !== 'text') return [];
  const [subject, ...faults] = first.text.split('\n');
  return subject === 'Invalid arguments for tool "echo". Fix them and call it again:' ? faults : [first.text];
}

describe('Runtime.tools.call with random arguments', () => {
  test('follows the input and output schemas of the tool for any JSON', async () => {
    const logged: unknown[] = [];
    let [accepted, rejected] = [0, 0];
    const calls = fc.array(sent, { minLength: CALLS, maxLength: CALLS });
    const property = fc.asyncProperty(members, fc.boolean(), calls, async (all, coerce, input) => {
      const echo = await echoing(all, coerce, (...line) => void logged.push(line));
      for (const json of input.map((each) => JSON.parse(jsonOf(each, all)) as unknown)) {
        const answer = await echo.call(json);
        const faults = faultsIn(answer);
        // The output is valid input, and results in the same output.
        expect(await echo.call(answer.structuredContent ?? json)).toEqual(answer);
        expect([answer.isError ?? false, echo.describes(answer.structuredContent)]).toEqual(
          faults.length > 0 ? [true, false] : [false, true],
        );
        // The tool accepts everything that its schema accepts, except for formats and for integers that JSON cannot
        // represent exactly.
        const isInexact = (fault: string) => / must be (a URL|base64|an integer)$/.test(fault);
        expect(echo.accepts(json) ? faults.filter((each) => !isInexact(each)) : []).toEqual([]);
        expect(JSON.stringify(answer).length).toBeLessThan(20_000);
        if (faults.length > 0) rejected += 1;
        else accepted += 1;
      }
    });
    await fc.assert(property, { numRuns: SCHEMAS });
    expect(logged).toEqual([]);
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
    // A small number of runs may generate no such case.
    expect(Math.min(accepted, rejected)).toBeGreaterThanOrEqual(Math.floor(SCHEMAS / 20));
  });
});

const DECLARED = ['name', 'leaves', 'any'];

describe('Runtime.tools.call with random output', () => {
  test('returns only the declared properties of any output', async () => {
    class Output {
      @Field() name!: string;
      @Field({ items: Leaf }) leaves: Leaf[] = [];
      @Field({ type: JSON, required: false }) any?: unknown;
    }
    let output: unknown;
    @Tool({ name: 'get', output: Output })
    class Get {
      call = () => output as Output;
    }
    const { tools } = new Runtime({ tools: [Get], logger: { error: () => {}, warn: () => {} } });
    const anything = fc.oneof(
      fc.anything({ withBigInt: true, withDate: true, withMap: true, withNullPrototype: true }),
      value,
    );
    const object = fc.dictionary(fc.constantFrom('name', 'leaves', 'any', 'secret', 'toJSON', 'then2'), anything);
    await fc.assert(
      fc.asyncProperty(fc.oneof(object, anything), async (input) => {
        output = input;
        const { structuredContent, isError, content } = await tools.call({ name: 'get' });
        const text = content[0]?.type === 'text' ? content[0].text : '';
        const undeclared = Object.keys(structuredContent ?? {}).filter((each) => !DECLARED.includes(each));
        expect([undeclared, isError === true]).toEqual([[], text.startsWith('Internal error (')]);
      }),
      { numRuns: runs(6_000) },
    );
  });
});
