import { Arg, type ArgumentFault, type Class, InvalidArgumentsError, Prompt, Runtime } from '../build/index.js';
import { describe, expect, test } from '@jest/globals';
import { Expose, Transform, Type } from 'class-transformer';
import { ArrayMaxSize, ArrayUnique, IsIn, IsInt, IsOptional, IsString, Max, ValidateNested } from 'class-validator';
import * as fc from 'fast-check';
import { anyCharacter, webAddress } from './support/characters.ts';
import { runs } from '../../../build/jest/runs.ts';
import { SCALAR_TYPES } from '../build/arguments/scalar-types.js';
import { argumentFault, missingArgument } from './support/faults.ts';
import { tokens } from './support/tokens.ts';

/** Serves a prompt that records its arguments. */
function taking<Args extends object>(args: Class<Args>) {
  let last: Args | undefined;
  class Takes {
    render(received: Args): string {
      last = received;
      return 'taken';
    }
  }
  Prompt({ args })(Takes);
  const runtime = new Runtime({ prompts: [Takes], logger: { error: () => {}, warn: () => {} } });
  const faultsOf = (error: unknown): readonly ArgumentFault[] => {
    if (error instanceof InvalidArgumentsError) return error.errors;
    throw error;
  };
  return {
    /** The arguments that the prompt received, or their faults. */
    async get(values: Record<string, string>): Promise<Args | readonly ArgumentFault[]> {
      last = undefined;
      return runtime.prompts.get({ name: 'takes', arguments: values }).then(() => last as Args, faultsOf);
    },
    /** Like `get`, for an in-process call. */
    async render(values: object): Promise<Args | readonly ArgumentFault[]> {
      last = undefined;
      return runtime.prompts.render(Takes, values).then(() => last as Args, faultsOf);
    },
  };
}

const refused = (argument: string, expected: string, rule: string) => [
  { argument, rule, message: `${argument} must be ${expected}`, expected },
];

/** Reads a string as the only argument of a prompt. Returns the value, or an array of faults. */
function reading(prompt: { get(values: { value: string }): Promise<unknown> }) {
  return async (text: string): Promise<unknown> => {
    const taken = await prompt.get({ value: text });
    return Array.isArray(taken) ? taken : (taken as { value: unknown }).value;
  };
}

/** Any strings, and strings of these characters, which are nearly valid. */
const textsLike = (characters: string): fc.Arbitrary<string> =>
  fc.oneof(
    fc.string({ minLength: 1, unit: fc.constantFrom(...characters), maxLength: 12 }),
    fc.string({ minLength: 1, unit: anyCharacter }),
    fc.constantFrom(...NASTY),
  );

const NASTY = [...tokens`null undefined NaN {} [] ٣ ５ １２ 𝟙`, ' ', '\0', '\n', '\u2028', '\uFEFF1', '1\0'];

describe('Arg({ type: String })', () => {
  class Args {
    @Arg() value!: string;
  }
  const read = reading(taking(Args));

  test('keeps any string unchanged', async () => {
    const property = fc.asyncProperty(fc.string({ minLength: 1, unit: anyCharacter }), async (text) => {
      expect(await read(text)).toBe(text);
    });
    await fc.assert(property, { numRuns: runs(300) });
  });

  test.each([...NASTY, '\uD800', '5', 'true', '__proto__', 'x'.repeat(1_000_000)])(
    'keeps the string %j',
    async (text) => {
      expect(await read(text)).toBe(text);
    },
  );
});

describe('Arg({ type: Number })', () => {
  class Args {
    @Arg() value!: number;
  }
  const read = reading(taking(Args));
  const no = refused('value', 'a number', 'isNumber');

  test('round-trips any finite number', async () => {
    const property = fc.asyncProperty(fc.double({ noNaN: true, noDefaultInfinity: true }), async (number) => {
      fc.pre(!Object.is(number, -0)); // JSON and strings write -0 as 0.
      expect(await read(String(number))).toBe(number);
      expect(await read(number.toExponential())).toBe(number);
    });
    await fc.assert(property, { numRuns: runs(500) });
  });

  test('reads plain, finite decimals like Number() and rejects other strings', async () => {
    const property = fc.asyncProperty(textsLike('0123456789+-.eExX_ ,nNaAiIfty'), async (text) => {
      const isPlain = /^[\d+\-.e]+$/i.test(text) && Number.isFinite(Number(text));
      expect(await read(text)).toEqual(isPlain ? Number(text) : no);
    });
    await fc.assert(property, { numRuns: runs(1_000) });
  });

  test.each([
    ['5', 5],
    ['+5', 5],
    ['-0', -0],
    ['.5', 0.5],
    ['5.', 5],
    ['007', 7],
    ['1e3', 1000],
    ['1E-3', 0.001],
    ['1e-400', 0],
    ['9007199254740993', 9007199254740992],
    ['0.1', 0.1],
  ])('reads the number %j as %d', async (text, number) => {
    expect(await read(text)).toBe(number);
  });

  test.each([
    ...tokens`
      1e400 -1e400 0x10 0b1 0o7 1_000 1,000 1'000 Infinity -Infinity NaN null true . + - e5 5e 5e+ 1.2.3 --5 5- ٣
      ５ ½ 𝟙 5n [5] "5"
  `,
    ' 5',
    '5 ',
    ' 5 ',
    '5\n',
    '5\0',
    '\uFEFF5',
  ])('rejects an invalid number: %j', async (text) => {
    expect(await read(text)).toEqual(no);
  });
});

describe('Arg({ type: BigInt })', () => {
  class Args {
    @Arg() value!: bigint;
  }
  const read = reading(taking(Args));
  const no = refused('value', 'an integer', 'isInt');

  test('round-trips any integer', async () => {
    const property = fc.asyncProperty(fc.bigInt({ max: 10n ** 400n, min: -(10n ** 400n) }), async (integer) => {
      expect(await read(String(integer))).toBe(integer);
    });
    await fc.assert(property, { numRuns: runs(300) });
  });

  test('rejects any string that is not digits with an optional sign', async () => {
    const property = fc.asyncProperty(textsLike('0123456789+-.eExXn_ '), async (text) => {
      const isPlain = /^[+-]?[0-9]+$/.test(text);
      expect(await read(text)).toEqual(isPlain ? BigInt(text) : no);
    });
    await fc.assert(property, { numRuns: runs(500) });
  });

  test.each([
    ['+5', 5n],
    ['-0', 0n],
    ['007', 7n],
    ['9'.repeat(10_000), 10n ** 10_000n - 1n],
  ])('reads the integer %j', async (text, integer) => {
    expect(await read(text)).toBe(integer);
  });

  test.each(['5.0', '1e3', '0x10', ' 5 ', '5n', '1_000', '', '+', '٣', '5\0', '9'.repeat(10_001)])(
    'rejects an invalid integer: %j',
    async (text) => {
      expect(await read(text)).toEqual(text === '' ? [missingArgument('value')] : no);
    },
  );
});

describe('Arg({ type: Boolean })', () => {
  class Args {
    @Arg() value!: boolean;
  }
  const read = reading(taking(Args));
  const no = refused('value', 'true or false', 'isBoolean');
  const words = ['true', 'yes', 'on', '1', 'false', 'no', 'off', '0'];

  test('reads true, yes, on, 1 and their opposites in any case', async () => {
    const property = fc.asyncProperty(fc.mixedCase(fc.constantFrom(...words)), async (word) => {
      expect(await read(word)).toBe(words.indexOf(word.toLowerCase()) < 4);
    });
    await fc.assert(property);
  });

  test('rejects any other string as a boolean', async () => {
    const others = textsLike('trueyesonfalsnof10 ').filter((text) => !words.includes(text.toLowerCase()));
    await fc.assert(
      fc.asyncProperty(others, async (text) => {
        expect(await read(text)).toEqual(no);
      }),
      { numRuns: runs(500) },
    );
  });

  test.each([...tokens`"false" null y n t ja 2 -1 00 ＴＲＵＥ yeſ OﬀF`, ' true', 'true ', 'true\0'])(
    'rejects an invalid boolean: %j',
    async (text) => {
      expect(await read(text)).toEqual(no);
    },
  );
});

describe('Arg({ type: Date })', () => {
  class Args {
    @Arg() value!: Date;
  }
  const read = reading(taking(Args));
  const no = refused('value', 'an ISO 8601 date', 'isDate');
  const [first, last] = [new Date('0000-01-01T00:00:00Z'), new Date('9999-12-31T23:59:59.999Z')];
  const two = (number: number) => String(number).padStart(2, '0');

  test('round-trips any date with a four-digit year', async () => {
    const property = fc.asyncProperty(fc.date({ min: first, max: last, noInvalidDate: true }), async (date) => {
      expect(await read(date.toISOString())).toEqual(date);
      expect(await read(date.toISOString().slice(0, 10))).toEqual(
        new Date(`${date.toISOString().slice(0, 10)}T00:00Z`),
      );
    });
    await fc.assert(property, { numRuns: runs(300) });
  });

  test('reads any day in the calendar and rejects other days', async () => {
    const numbers = fc.tuple(fc.nat({ max: 9999 }), fc.nat({ max: 14 }), fc.nat({ max: 33 }));
    const property = fc.asyncProperty(numbers, async ([year, month, day]) => {
      const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
      const days = [0, 31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month] ?? 0;
      const text = `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`;
      const exists = day >= 1 && day <= days;
      expect(await read(text)).toEqual(exists ? new Date(`${text}T00:00:00.000Z`) : no);
    });
    await fc.assert(property, { numRuns: runs(1_000) });
  });

  test('reads a time with an offset, or as UTC without one', async () => {
    const numbers = fc.tuple(fc.nat({ max: 25 }), fc.nat({ max: 61 }), fc.nat({ max: 25 }), fc.nat({ max: 61 }));
    const property = fc.asyncProperty(
      numbers,
      fc.constantFrom('+', '-'),
      async ([hour, minute, hours, minutes], sign) => {
        const [time, offset] = [`${two(hour)}:${two(minute)}`, `${sign}${two(hours)}:${two(minutes)}`];
        const isTime = hour < 24 && minute < 60;
        const midnight = Date.UTC(2026, 1, 28);
        const local = midnight + (hour * 60 + minute) * 60_000;
        const utc = local - (sign === '+' ? 1 : -1) * (hours * 60 + minutes) * 60_000;
        expect(await read(`2026-02-28T${time}`)).toEqual(isTime ? new Date(local) : no);
        expect(await read(`2026-02-28T${time}${offset}`)).toEqual(
          isTime && hours < 24 && minutes < 60 ? new Date(utc) : no,
        );
      },
    );
    await fc.assert(property, { numRuns: runs(500) });
  });

  test('rejects any string that does not start with a date', async () => {
    const property = fc.asyncProperty(textsLike('2026-0123T:.Z+ '), async (text) => {
      fc.pre(!/^\d{4}-\d\d-\d\d/.test(text));
      expect(await read(text)).toEqual(no);
    });
    await fc.assert(property, { numRuns: runs(500) });
  });

  test.each([
    ['2026-02-28', '2026-02-28T00:00:00.000Z'],
    ['2028-02-29', '2028-02-29T00:00:00.000Z'],
    ['2000-02-29', '2000-02-29T00:00:00.000Z'],
    ['0000-02-29', '0000-02-29T00:00:00.000Z'],
    ['0099-12-31', '0099-12-31T00:00:00.000Z'],
    ['2026-02-28T23:59:59.999Z', '2026-02-28T23:59:59.999Z'],
    ['2026-02-28T23:59:59.123456789Z', '2026-02-28T23:59:59.123Z'],
    ['2026-02-28T12:00', '2026-02-28T12:00:00.000Z'],
    ['2026-02-28T00:30+01:00', '2026-02-27T23:30:00.000Z'],
    ['2026-02-28T00:30+0100', '2026-02-27T23:30:00.000Z'],
    ['2026-12-31T23:30-23:59', '2027-01-01T23:29:00.000Z'],
    ['2026-02-28T12:00:00-00:00', '2026-02-28T12:00:00.000Z'],
  ])('reads the date %s as %s', async (text, iso) => {
    expect(await read(text)).toEqual(new Date(iso));
  });

  test.each([
    ...tokens`
      2026-02-29 2026-02-30 1900-02-29 2026-04-31 2026-13-01 2026-00-01 2026-01-00 2026-1-1 2026-02-28T24:00
      2026-02-28T24:00:00Z 2026-02-28T23:60 2026-12-31T23:59:60Z 2026-02-28T12 2026 2026-02-28T12:00+24:00
      2026-02-28T12:00+01:60 2026-02-28T12:00+01 2026-02-28Z 2026-02-28T 26-02-28 2026-02-28t12:00z
      2026-02-28T12:00:00.Z 2026-02-28T12:00,5 +002026-02-28 -0001-01-01 2026-02-28T12:00:00.1234567890Z
      ２０２６-02-28 2026-W09 2026-059 20260228 28.2.2026 2/28/2026 today 1772236800000 null 0
  `,
    '2026-02-28 12:00',
    ' 2026-02-28',
    '2026-02-28\n',
    '2026-02-28\0',
    'Sat Feb 28 2026',
  ])('rejects an invalid date: %j', async (text) => {
    expect(await read(text)).toEqual(no);
  });
});

describe('Arg({ type: URL })', () => {
  class Args {
    @Arg() value!: URL;
  }
  const read = reading(taking(Args));
  const no = refused('value', 'a URL', 'isUrl');

  test('round-trips any URL', async () => {
    const property = fc.asyncProperty(webAddress, async (text) => {
      const url = new URL(text);
      expect(await read(url.href)).toEqual(url);
      expect(((await read(text)) as URL).href).toBe(url.href);
    });
    await fc.assert(property, { numRuns: runs(300) });
  });

  test('rejects relative URLs, white space and control characters', async () => {
    const property = fc.asyncProperty(textsLike('htp:/a.?#@%[]1 \n\t\\'), async (text) => {
      // oxlint-disable-next-line no-control-regex -- the parser drops these
      const isAsSent = !/[\s\u0000-\u001F\u007F-\u009F]/.test(text);
      expect(await read(text)).toEqual(isAsSent && URL.canParse(text) ? new URL(text) : no);
    });
    await fc.assert(property, { numRuns: runs(500) });
  });

  test.each(tokens`https://cuecard.dev javascript:alert(1) mailto:a@b.ch data:,x urn:a:b http://ü.ch/ü?ü#ü a:`)(
    'reads the URL %j',
    async (text) => {
      expect(await read(text)).toEqual(new URL(text));
    },
  );

  test.each([
    ...tokens`/a a ./a ?a #a //cuecard.dev/a cuecard.dev www.cuecard.dev/a http:// http://[::1 :a 5:a https://a:99999`,
    ' https://cuecard.dev',
    'https://cuecard.dev\n',
    'java\nscript:alert(1)',
    'https://a b',
    'https://a\0',
  ])('rejects an invalid URL: %j', async (text) => {
    expect(await read(text)).toEqual(no);
  });

  test('accepts the same URL 50,000 times', () => {
    const text = JSON.parse('"https://\u00FC.ch"') as string;
    const faults: ArgumentFault[] = [];
    const type = SCALAR_TYPES.get(URL);
    for (let count = 0; count < 50_000; count += 1)
      type?.read(text, { origin: 'text', path: 'value', faults, maxDepth: 64 });
    expect(faults).toEqual([]);
  });

  test('rejects a host of more than 2,000 characters', async () => {
    // The parser may take seconds for a longer host.
    const letters = (count: number) =>
      Array.from({ length: count }, (_, index) => String.fromCodePoint(0x4e00 + index));
    expect(await read(`http://${letters(20_000).join('')}/`)).toEqual(no);
    expect(await read(`HTTPS:\\\\a@${encodeURIComponent(letters(5_000).join(''))}`)).toEqual(no);
    const path = `http://${letters(20).join('')}/${letters(20_000).join('')}?${letters(20_000).join('')}`;
    expect(await read(path)).toEqual(new URL(path));
    const data = `data:text/plain,${'a'.repeat(900_000)}`;
    expect(await read(data)).toEqual(new URL(data));
  });
});

describe('Arg({ type: Uint8Array })', () => {
  class Args {
    @Arg({ allowEmpty: true }) value!: Uint8Array;
  }
  const read = reading(taking(Args));
  const no = refused('value', 'base64', 'isBase64');

  test('round-trips any bytes as base64', async () => {
    const property = fc.asyncProperty(fc.uint8Array({ maxLength: 100 }), async (bytes) => {
      expect(await read(Buffer.from(bytes).toString('base64'))).toEqual(bytes);
    });
    await fc.assert(property, { numRuns: runs(300) });
  });

  test('rejects any string that is not padded base64', async () => {
    const property = fc.asyncProperty(textsLike('ABab01+/=-_ \n'), async (text) => {
      const isBase64 = text.length % 4 === 0 && /^[A-Za-z0-9+/]+={0,2}$/.test(text);
      expect(await read(text)).toEqual(isBase64 ? new Uint8Array(Buffer.from(text, 'base64')) : no);
    });
    await fc.assert(property, { numRuns: runs(500) });
  });

  test.each([
    ...tokens`YQ YQ= YQ=== Y = == ==== YQ==YQ== _-8= _-__ data:;base64,YQ== ＹＱ== null*`,
    ' YQ==',
    'YQ==\n',
    'YQ\n==',
    'YQ==\0',
  ])('rejects invalid base64: %j', async (text) => {
    expect(await read(text)).toEqual(no);
  });

  test('reads an empty string as zero bytes if allowEmpty is set', async () => {
    expect(await read('')).toEqual(new Uint8Array());
  });
});

/** Any value that JSON can represent, which excludes -0. */
const json = fc.jsonValue().map((value) => JSON.parse(JSON.stringify(value)) as unknown);

describe('Arg({ type: JSON })', () => {
  class Args {
    @Arg({ type: JSON }) value: unknown;
  }
  const prompt = taking(Args);
  const read = reading(prompt);
  const no = refused('value', 'JSON', 'isJSON');

  test('round-trips any JSON value', async () => {
    const property = fc.asyncProperty(json, fc.constantFrom(0, 2), async (value, indent) => {
      fc.pre(value !== ''); // An empty string counts as missing.
      expect(await prompt.get({ value: JSON.stringify(value, null, indent) })).toEqual({ value });
    });
    await fc.assert(property, { numRuns: runs(300) });
  });

  test('returns the result of JSON.parse() for any string', async () => {
    const property = fc.asyncProperty(textsLike('{}[]:,"\\0123.eE+-truefalsn '), async (text) => {
      let expected: unknown = no;
      try {
        expected = JSON.parse(text);
      } catch {}
      fc.pre(expected !== ''); // An empty string counts as missing.
      expect(await read(text)).toEqual(expected);
    });
    await fc.assert(property, { numRuns: runs(500) });
  });

  test.each<[string, unknown]>([
    ['null', null],
    ['0', 0],
    ['false', false],
    ['""', [missingArgument('value')]],
    ['{"a":1,"a":2}', { a: 2 }],
    [' {"a" : 1e400}\n', { a: Number.POSITIVE_INFINITY }],
    ['"\\ud800"', '\uD800'],
  ])('reads the JSON %j as %j', async (text, value) => {
    expect(await read(text)).toEqual(value);
  });

  test.each([...tokens`{'a':1} {a:1} [1,] undefined NaN 1n 01 +1 {"a":1}x // text`, '{"a":1}\0', '"\0"'])(
    'rejects invalid JSON: %j',
    async (text) => {
      expect(await read(text)).toEqual(no);
    },
  );

  test('rejects more than 64 levels of arrays or objects', async () => {
    const lists = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;
    const objects = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;
    expect(await prompt.get({ value: lists(64) })).toBeInstanceOf(Args);
    expect(await prompt.get({ value: objects(64) })).toBeInstanceOf(Args);
    for (const text of [lists(65), objects(65), lists(10_000), objects(10_000), lists(499_999)]) {
      expect(await prompt.get({ value: text })).toEqual(no);
    }
  });
});

/** For each scalar type: values, how to write them in JSON, and invalid items. */
const ITEMS = [
  {
    items: String,
    values: fc.string({ unit: anyCharacter }),
    write: (value: string) => value,
    bad: [5, null, true, [], {}] as unknown[],
    expected: 'a string',
    rule: 'isString',
  },
  {
    items: Number,
    values: fc.double({ noNaN: true, noDefaultInfinity: true }).filter((value) => !Object.is(value, -0)),
    write: (value: number) => value,
    bad: [null, true, 'x', '', ' 5', '1e400', [5], {}],
    expected: 'a number',
    rule: 'isNumber',
  },
  {
    items: BigInt,
    values: fc.bigInt(),
    write: (value: bigint) => (Number.isSafeInteger(Number(value)) ? Number(value) : String(value)),
    bad: [null, true, 1.5, 2 ** 53, 1e300, '5n', '', [5], {}],
    expected: 'an integer',
    rule: 'isInt',
  },
  {
    items: Boolean,
    values: fc.boolean(),
    write: (value: boolean) => value,
    bad: [null, 1, 0, 'maybe', '', [true], {}],
    expected: 'true or false',
    rule: 'isBoolean',
  },
  {
    items: Date,
    values: fc.date({ min: new Date(0), max: new Date('9999-12-31'), noInvalidDate: true }),
    write: (value: Date) => value,
    bad: [null, 0, true, '2026-02-30', '', [], {}],
    expected: 'an ISO 8601 date',
    rule: 'isDate',
  },
  {
    items: URL,
    values: webAddress.map((text) => new URL(text)),
    write: (value: URL) => value,
    bad: [null, 0, true, '/a', '', [], {}],
    expected: 'a URL',
    rule: 'isUrl',
  },
  {
    items: Uint8Array,
    values: fc.uint8Array({ minLength: 1, maxLength: 8 }),
    write: (value: Uint8Array) => Buffer.from(value).toString('base64'),
    bad: [null, 0, true, 'YQ', [1], {}],
    expected: 'base64',
    rule: 'isBase64',
  },
];
type Item = (typeof ITEMS)[number] & {
  readonly values: fc.Arbitrary<unknown>;
  readonly write: (value: never) => unknown;
};

describe.each(ITEMS as Item[])('Arg({ items: $items.name })', ({ items, values, write, bad, expected, rule }) => {
  class Args {
    @Arg({ items }) list!: unknown[];
  }
  const prompt = taking(Args);
  const inList = (index: number) => refused(`list[${index}]`, expected, rule);

  test('reads a JSON array', async () => {
    const property = fc.asyncProperty(fc.array(values), async (list) => {
      expect(await prompt.get({ list: ` ${JSON.stringify(list.map((value) => write(value as never)))}` })).toEqual({
        list,
      });
    });
    await fc.assert(property);
  });

  test('reads a comma-separated list with white space around its items', async () => {
    const texts = values.map((value) => [value, textOf(write(value as never))] as const);
    const plain = texts.filter(([, text]) => text !== '' && !text.includes(',') && text.trim() === text);
    const property = fc.asyncProperty(
      fc.array(plain, { minLength: 1 }),
      fc.constantFrom(',', ', ', ' ,\n'),
      async (list, comma) => {
        fc.pre(!list[0]![1].startsWith('['));
        expect(await prompt.get({ list: list.map(([, text]) => text).join(comma) })).toEqual({
          list: list.map(([value]) => value),
        });
      },
    );
    await fc.assert(property);
  });

  test('reports each invalid item with its index', async () => {
    const good = fc.sample(values, 1).map((value) => write(value as never));
    for (const item of bad) {
      expect(await prompt.get({ list: JSON.stringify([item]) })).toEqual(inList(0));
      expect(await prompt.get({ list: JSON.stringify([...good, item, ...good, item]) })).toEqual([
        ...inList(1),
        ...inList(3),
      ]);
    }
  });

  test('reads an empty array, and rejects an empty string or invalid JSON', async () => {
    expect(await prompt.get({ list: '[]' })).toEqual({ list: [] });
    expect(await prompt.get({ list: '' })).toEqual([missingArgument('list')]);
    for (const text of [...tokens`[ [1 [1,] []] []x ["a" ['a']`, ' [}', `${'['.repeat(501)}${']'.repeat(501)}`]) {
      expect(await prompt.get({ list: text })).toEqual(
        refused('list', 'a comma-separated list or a JSON array', 'isArray'),
      );
    }
  });
});

function textOf(member: unknown): string {
  return member instanceof Date || member instanceof URL ? member.toJSON() : String(member);
}

describe('Arg({ items })', () => {
  test('ignores a trailing comma and white space around items', async () => {
    class Args {
      @Arg({ items: String, required: false }) texts?: string[];
      @Arg({ items: Number, required: false }) numbers?: number[];
    }
    const { get } = taking(Args);
    expect(await get({ texts: 'a, b c ,' })).toEqual({ texts: ['a', 'b c'] });
    expect(await get({ texts: '{"a":1}' })).toEqual({ texts: ['{"a":1}'] });
    expect(await get({ texts: ' ' })).toEqual({ texts: [] });
    expect(await get({ numbers: '1,x,2,' })).toEqual(refused('numbers[1]', 'a number', 'isNumber'));
  });

  test('rejects a list of more than 10,000 items, unless it is passed in process', async () => {
    // Limits the items because `@ArrayUnique()` compares all pairs.
    class Args {
      @Arg({ items: String }) @ArrayUnique() list!: string[];
    }
    const { get, render } = taking(Args);
    const numbers = (count: number) => Array.from({ length: count }, (_, index) => String(index));
    const no = refused('list', 'a list of at most 10000 items', 'arrayMaxSize');
    expect(await get({ list: numbers(10_000).join() })).toEqual({ list: numbers(10_000) });
    expect(await get({ list: numbers(10_001).join() })).toEqual(no);
    expect(await get({ list: JSON.stringify(numbers(100_000)) })).toEqual(no);
    expect(await render({ list: numbers(10_001) })).toEqual({ list: numbers(10_001) });
  });

  test('reads a JSON array of any values if items is JSON', async () => {
    class Args {
      @Arg({ items: JSON }) list!: unknown[];
    }
    const { get } = taking(Args);
    const property = fc.asyncProperty(fc.array(json), async (list) => {
      expect(await get({ list: JSON.stringify(list) })).toEqual({ list });
    });
    await fc.assert(property);
    for (const text of ['1,2', '{}', 'null', '"[]"', '[1,2']) {
      expect(await get({ list: text })).toEqual(refused('list', 'a JSON array', 'isArray'));
    }
  });
});

class City {
  @Arg() name!: string;

  @Arg()
  @IsOptional()
  @Max(50)
  nights?: number;

  @Arg() isOpen = true;
  @Arg({ required: false }) since?: Date;
}
class Trip {
  @Arg() from!: City;
  @Arg({ items: City }) @ArrayMaxSize(3) stops: City[] = [];
  @Arg({ required: false }) next?: Trip;
}

describe('Arg({ type }) with a class of arguments', () => {
  class Args {
    @Arg() trip!: Trip;
  }
  const { get } = taking(Args);

  const cities = fc
    .record(
      {
        name: fc.string({ minLength: 1 }),
        nights: fc.integer({ max: 50 }),
        isOpen: fc.boolean(),
        since: fc.date({ min: new Date(0), max: new Date('9999-12-31'), noInvalidDate: true }),
      },
      { requiredKeys: ['name'], noNullPrototype: true },
    )
    .map((values) => Object.assign(new City(), values));
  const { trips } = fc.letrec<{ trips: Trip }>((tie) => ({
    trips: fc
      .record(
        { from: cities, stops: fc.array(cities, { maxLength: 3 }), next: fc.option(tie('trips'), { nil: undefined }) },
        { requiredKeys: ['from'], noNullPrototype: true },
      )
      .map((values) => Object.assign(new Trip(), values)),
  }));

  test('reads nested JSON objects as instances with initial values', async () => {
    const property = fc.asyncProperty(trips, async (trip) => {
      const taken = await get({ trip: JSON.stringify(trip) });
      expect(taken).toEqual({ trip });
      expect((taken as Args).trip).toBeInstanceOf(Trip);
      expect((taken as Args).trip.from).toBeInstanceOf(City);
      for (const stop of (taken as Args).trip.stops) expect(stop).toBeInstanceOf(City);
    });
    await fc.assert(property);
    expect(await get({ trip: '{"from":{"name":"Bern","nights":null,"isOpen":"off","since":""}}' })).toEqual({
      trip: { from: { name: 'Bern', isOpen: false }, stops: [] },
    });
  });

  test('rejects a value that is not a JSON object', async () => {
    const no = refused('trip', 'a JSON object', 'isObject');
    for (const text of ['Bern', 'null', '5', '[]', '[{}]', '"{}"', '{', '{}{}', "{'from':{}}", '{"from":{}},']) {
      expect(await get({ trip: text })).toEqual(no);
    }
    for (const member of [null, 5, 'Bern', '{"name":"Bern"}', true, []]) {
      const isAbsent = member === null;
      expect(await get({ trip: JSON.stringify({ from: member }) })).toEqual(
        isAbsent ? [missingArgument('trip.from')] : refused('trip.from', 'a JSON object', 'isObject'),
      );
    }
  });

  test('reports all nested faults at once with their paths', async () => {
    const trip = {
      from: { nam: 'Bern', nights: 51 },
      stops: [{ nights: 'many' }, 'Biel', { name: 5 }, { name: 'Basel', nights: 99, since: '2026-02-30' }],
      next: { from: { name: 'Bern', isOpen: 'perhaps' }, stops: 'Bern', next: { stop: [] } },
    };
    const nights = (stop: string) => {
      const message = `${stop}.nights must not be greater than 50`;
      return { argument: `${stop}.nights`, rule: 'max', message, expected: 'at most 50' };
    };
    expect(await get({ trip: JSON.stringify(trip) })).toEqual([
      {
        argument: 'trip.from.nam',
        rule: 'unknown',
        message: 'trip.from.nam is not a known argument; did you mean trip.from.name?',
        suggestion: 'trip.from.name',
      },
      ...refused('trip.stops[0].nights', 'a number', 'isNumber'),
      ...refused('trip.stops[1]', 'a JSON object', 'isObject'),
      ...refused('trip.stops[2].name', 'a string', 'isString'),
      ...refused('trip.stops[3].since', 'an ISO 8601 date', 'isDate'),
      ...refused('trip.next.from.isOpen', 'true or false', 'isBoolean'),
      ...refused('trip.next.stops', 'a JSON array', 'isArray'),
      {
        argument: 'trip.next.next.stop',
        rule: 'unknown',
        message: 'trip.next.next.stop is not a known argument; did you mean trip.next.next.stops?',
        suggestion: 'trip.next.next.stops',
      },
      missingArgument('trip.from.name'),
      nights('trip.from'),
      missingArgument('trip.stops[0].name'),
      nights('trip.stops[3]'),
      missingArgument('trip.next.next.from'),
    ]);
  });

  test('rejects an object nested deeper than 64 levels', async () => {
    const nested = (levels: number) => `${'{"from":{"name":"Bern"},"next":'.repeat(levels)}null${'}'.repeat(levels)}`;
    expect(await get({ trip: nested(63) })).toBeInstanceOf(Args);
    for (const levels of [65, 10_000]) {
      expect(await get({ trip: nested(levels) })).toEqual(refused('trip', 'a JSON object', 'isObject'));
    }
  });

  test('reports at most 50 faults, and does not report sent arguments as missing', async () => {
    class Many {
      @Arg({ items: City }) cities!: City[];
      @Arg() last!: string;
    }
    const strangers = Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`stranger${index}`, 'x']));
    const many = taking(Many);
    const unknown = (await many.get({ ...strangers, last: 'x', cities: '[]' })) as readonly ArgumentFault[];
    expect(new Set(unknown.map(({ rule }) => rule))).toEqual(new Set(['unknown']));
    const unnamed = JSON.stringify(Array.from({ length: 60 }, () => ({ name: 5 })));
    const bad = (await many.get({ cities: unnamed, last: 'x' })) as readonly ArgumentFault[];
    expect(bad).toEqual(
      Array.from({ length: 50 }, (_, index) => refused(`cities[${index}].name`, 'a string', 'isString')[0]),
    );
  });
});

describe('Arg({ type }) with a class-transformer class', () => {
  class Part {
    @IsString() label!: string;
  }
  class Money {
    @Expose({ name: 'amt' }) @IsInt() amount!: number;

    @Transform(({ value }: { value: unknown }) => (value as string).toUpperCase())
    @IsIn(['CHF', 'EUR'])
    currency = 'CHF';

    @Type(() => Date) @IsOptional() due?: Date;

    @Type(() => Part)
    @ValidateNested()
    @IsOptional()
    parts?: Part[];
  }
  class Args {
    @Arg() money!: Money;
    @Arg({ items: Money, required: false }) more?: Money[];
  }
  const { get } = taking(Args);
  const no = refused('money', 'a JSON object', 'isObject');

  test('creates instances with class-transformer and applies their rules', async () => {
    const due = new Date('2026-02-28T00:00:00Z');
    const written = { amt: 5, currency: 'eur', due, parts: [{ label: 'a' }], extra: 1 };
    const money = Object.assign(new Money(), {
      amount: 5,
      currency: 'EUR',
      due,
      parts: [Object.assign(new Part(), { label: 'a' })],
      extra: 1,
    });
    const taken = await get({ money: JSON.stringify(written), more: JSON.stringify([written, { amt: 1 }]) });
    expect(taken).toEqual({ money, more: [money, { amount: 1, currency: 'CHF' }] });
    expect((taken as Args).money).toBeInstanceOf(Money);
    expect((taken as Args).money.parts?.[0]).toBeInstanceOf(Part);
    expect((taken as Args).more?.[1]).toBeInstanceOf(Money);

    const bad = { amt: 1.5, currency: 'USD', parts: [{ label: 'a' }, { label: 5 }, 5] };
    expect(await get({ money: JSON.stringify(bad), more: JSON.stringify([{}, { amt: 1 }]) })).toEqual([
      argumentFault('money.amount', 'isInt', 'money.amount must be an integer number', 'an integer'),
      argumentFault(
        'money.currency',
        'isIn',
        'money.currency must be one of the following values: CHF, EUR',
        'one of CHF, EUR',
      ),
      { argument: 'money.parts[1].label', rule: 'isString', message: 'money.parts[1].label must be a string' },
      {
        argument: 'money.parts[2]',
        rule: 'nestedValidation',
        message: 'nested property money.parts[2] must be either object or array',
      },
      argumentFault('more[0].amount', 'isInt', 'more[0].amount must be an integer number', 'an integer'),
    ]);
  });

  test('rejects a string that is not a transformable JSON object', async () => {
    for (const text of ['x', 'null', '5', '[]', '"{}"', '{', '{"amt":1,"currency":5}', '{"amt":1,"currency":null}']) {
      expect(await get({ money: text })).toEqual(no);
    }
  });

  test('rejects more than 2,000 properties', async () => {
    const members = (count: number) => Array.from({ length: count }, (_, index) => `"member${index}":1`).join();
    expect(await get({ money: `{"amt":1,"due":null,${members(1_998)}}` })).toBeInstanceOf(Args);
    expect(await get({ money: `{"amt":1,${members(2_000)}}` })).toEqual(no);
    expect(await get({ money: `{"amt":1,"parts":[{${members(60_000)}}]}` })).toEqual(no);
  });

  test('rejects a value nested deeper than 64 levels', async () => {
    for (const levels of [65, 10_000]) {
      expect(await get({ money: `{"amt":${'['.repeat(levels)}${']'.repeat(levels)}}` })).toEqual(no);
    }
  });
});

describe('@Transform()', () => {
  test('rejects the argument if the transform function throws', async () => {
    class Args {
      @Arg({ type: JSON })
      @Transform(({ value }) => JSON.parse(value as string) as unknown)
      settings: unknown;

      @Arg() @Transform(({ value }) => (value as string).trim()) code!: string;
    }
    const { get } = taking(Args);
    expect(await get({ settings: '{"a":1}', code: ' x ' })).toEqual({ settings: { a: 1 }, code: 'x' });
    expect(await get({ settings: '{', code: ' x ' })).toEqual(refused('settings', 'JSON', 'isJSON'));
  });

  test('transforms the value of a property that also has @Expose({ name })', async () => {
    class Args {
      @Arg()
      @Expose({ name: 'zip_code' })
      @Transform(({ value }) => (value as string).trim())
      zip!: string;

      @Arg() @Expose() @Transform(({ value }) => (value as string).toUpperCase()) city = 'Bern';
    }
    const { get } = taking(Args);
    expect(await get({ zip: ' 3000 ', city: 'Lima' })).toEqual({ zip: '3000', city: 'LIMA' });
    expect(await get({ zip: ' 3000 ' })).toEqual({ zip: '3000', city: 'Bern' });
  });
});

describe('Arg() with properties named like members of Object.prototype', () => {
  class Anything {
    open?: unknown;
  }
  class Plain {
    @Arg({ required: false }) name?: string;
    @Arg({ required: false }) child?: Plain;
  }
  class Args {
    @Arg({ type: JSON, required: false }) json?: unknown;
    @Arg({ items: JSON, required: false }) list?: unknown[];
    @Arg({ required: false }) plain?: Plain;
    @Arg({ items: Plain, required: false }) plains?: Plain[];
    @Arg({ required: false }) foreign?: Anything;
  }
  const { get } = taking(Args);
  const names = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', '__defineGetter__', 'valueOf'];
  const pristine = () => Reflect.ownKeys(Object.prototype).concat(Reflect.ownKeys(Array.prototype));
  const before = pristine();

  /** JSON with these property names at any depth. */
  const evil = fc.letrec<{ member: string }>((tie) => ({
    member: fc.oneof(
      { maxDepth: 4, depthSize: 'medium' },
      fc.constantFrom('1', 'null', '"polluted"', '[]', '{}'),
      fc
        .array(fc.tuple(fc.constantFrom(...names, 'name', 'child', 'open', 'polluted'), tie('member')), {
          maxLength: 3,
        })
        .map((members) => `{${members.map(([name, member]) => `${JSON.stringify(name)}:${member}`).join()}}`),
      fc.array(tie('member'), { maxLength: 2 }).map((items) => `[${items.join()}]`),
    ),
  })).member;

  test('changes no prototype at any depth', async () => {
    const property = fc.asyncProperty(evil, async (text) => {
      const all = [{ json: text }, { list: `[${text}]` }, { plain: text }, { plains: `[${text}]` }, { foreign: text }];
      for (const values of all) {
        const taken = await get(values);
        expect(Object.getPrototypeOf(taken)).toBe(Array.isArray(taken) ? Array.prototype : Args.prototype);
      }
      expect(pristine()).toEqual(before);
      expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
    });
    await fc.assert(property, { numRuns: runs(300) });
  });

  test.each(names)('rejects an undeclared argument with such a name at any depth: %s', async (name) => {
    const unknown = (argument: string) => [
      { argument, rule: 'unknown', message: `${argument} is not a known argument` },
    ];
    const member = `{${JSON.stringify(name)}:{"polluted":1}}`;
    expect(await get(JSON.parse(`{${JSON.stringify(name)}:"x"}`) as Record<string, string>)).toEqual(unknown(name));
    expect(await get({ plain: member })).toEqual(unknown(`plain.${name}`));
    expect(await get({ plain: `{"child":{"child":${member}}}` })).toEqual(unknown(`plain.child.child.${name}`));
    expect(await get({ plains: `[{},${member}]` })).toEqual(unknown(`plains[1].${name}`));
  });

  test('stores such a name inside a JSON argument as an own property', async () => {
    const taken = (await get({ json: '{"__proto__":{"polluted":1},"constructor":{"prototype":{}}}' })) as Args;
    expect(Object.getPrototypeOf(taken.json)).toBe(Object.prototype);
    expect((taken.json as { polluted?: unknown }).polluted).toBeUndefined();
    expect(JSON.stringify(taken.json)).toBe('{"__proto__":{"polluted":1},"constructor":{"prototype":{}}}');
  });

  test('keeps the class of a class-transformer instance', async () => {
    for (const text of ['{"__proto__":{"polluted":1}}', '{"open":{"__proto__":{"polluted":1}}}']) {
      const { foreign } = (await get({ foreign: text })) as Args;
      expect(foreign).toBeInstanceOf(Anything);
      expect((foreign as { polluted?: unknown }).polluted).toBeUndefined();
      expect((foreign?.open as { polluted?: unknown } | undefined)?.polluted).toBeUndefined();
    }
  });
});

describe('Runtime.prompts.render', () => {
  class Args {
    @Arg({ required: false }) text?: string;
    @Arg({ required: false }) number?: number;
    @Arg({ type: BigInt, required: false }) integer?: bigint;
    @Arg({ required: false }) flag?: boolean;
    @Arg({ required: false }) date?: Date;
    @Arg({ required: false }) url?: URL;
    @Arg({ required: false }) bytes?: Uint8Array;
    @Arg({ items: Number, required: false }) list?: number[];
    @Arg({ type: JSON, required: false }) json?: unknown;
    @Arg({ required: false }) city?: City;
  }
  const { render } = taking(Args);
  const values = {
    text: '5',
    number: -0,
    integer: 5n,
    flag: false,
    date: new Date(0),
    url: new URL('a:b'),
    bytes: new Uint8Array(2),
    list: [1, 2.5],
    json: new Map([['key', 'value']]),
    city: { name: 'Bern' },
  };

  test('keeps values and turns plain objects into instances', async () => {
    const taken = (await render(values)) as Args;
    expect(taken).toEqual({ ...values, city: { name: 'Bern', isOpen: true } });
    expect(taken.city).toBeInstanceOf(City);
    expect(taken.json).toBe(values.json);
  });

  test('rejects values of other types instead of converting them', async () => {
    const bad = {
      text: 5,
      number: '5',
      integer: 5,
      flag: 'true',
      date: '2026-02-28',
      url: 'https://cuecard.dev',
      bytes: 'YQ==',
      list: '1,2',
      city: '{"name":"Bern"}',
    };
    expect(await render(bad)).toEqual([
      ...refused('text', 'a string', 'isString'),
      ...refused('number', 'a number', 'isNumber'),
      ...refused('integer', 'an integer', 'isInt'),
      ...refused('flag', 'true or false', 'isBoolean'),
      ...refused('date', 'an ISO 8601 date', 'isDate'),
      ...refused('url', 'a URL', 'isUrl'),
      ...refused('bytes', 'base64', 'isBase64'),
      ...refused('list', 'a comma-separated list or a JSON array', 'isArray'),
      ...refused('city', 'a JSON object', 'isObject'),
    ]);
    expect(await render({ number: Number.NaN, date: new Date(Number.NaN), list: [1, '2'], city: { name: 5 } })).toEqual(
      [
        ...refused('number', 'a number', 'isNumber'),
        ...refused('date', 'an ISO 8601 date', 'isDate'),
        ...refused('list[1]', 'a number', 'isNumber'),
        ...refused('city.name', 'a string', 'isString'),
      ],
    );
  });

  test('treats undefined and null as missing', async () => {
    for (const nothing of [undefined, null]) {
      const absent = Object.fromEntries(Object.keys(values).map((name) => [name, nothing]));
      expect(await render(absent)).toEqual({});
    }
  });
});
