import { type Row, written } from './argument-types.ts';

/** The `argumentLength` limit of the server. */
export const LIMIT = 1001;

/** An error of an argument. */
export interface Fault {
  readonly argument: string;
  readonly rule: string;
  readonly message: string;
  readonly expected?: string;
}

export const fault = (rule: string, expected: string, argument = 'value'): Fault => ({
  argument,
  rule,
  message: `${argument} must be ${expected}`,
  expected,
});
export const missing: Fault = { argument: 'value', rule: 'isDefined', message: 'value is required' };

/** The values that are sent to every row. A row accepts the values in its own verdicts, and rejects all others. */
export const SENT = [
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
export type Sent = (typeof SENT)[number];

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
export const EXPECTED: Record<Row, { spare: string; fault: Fault; verdicts: Verdicts }> = {
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
export const GOOD: Record<Row, Sent> = {
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
export const BAD = 'AAE';
