import { describe, expect, test } from '@jest/globals';
import { fieldsOf, membersOf } from '../../page/form/field.js';
import { draftOf } from '../../page/form/typed.js';
import { typedCall } from '../../page/result/snippets.js';
import type { DefinitionDetail } from '../../src/playground/api.js';
import { secretsIn, textsOf, valuesOf, withoutSecrets } from '../../page/form/values.js';

const FIELDS = fieldsOf({
  type: 'object',
  properties: {
    code: { type: 'string', description: 'The code' },
    limit: { type: 'integer', minimum: 1, maximum: 50, default: 10 },
    focus: { enum: ['all', 'security'] },
    level: { enum: [1, 2] },
    dry: { type: 'boolean' },
    stops: { type: 'array', items: { $ref: '#/$defs/Stop' } },
    budget: { $ref: '#/$defs/Budget' },
    extra: {},
    on: { type: 'string', pattern: '^(\\d{4}-\\d\\d-\\d\\d)(?:T.*)?$' },
    apiKey: { type: 'string' },
  },
  required: ['code', 'budget'],
  $defs: {
    Stop: {
      type: 'object',
      properties: { city: { type: 'string' }, next: { $ref: '#/$defs/Stop' } },
      required: ['city'],
    },
    Budget: {
      type: 'object',
      properties: { amount: { type: 'number' }, password: { type: 'string', format: 'password' } },
      required: ['amount'],
    },
  },
});

const STOPS = [{ city: 'Delft' }, { city: 'Ghent', next: { city: 'Lille' } }];

const DRAFT = {
  code: 'let x\nlet y',
  limit: '5',
  focus: '',
  level: '2',
  dry: false,
  stops: STOPS,
  budget: { amount: '9.5' },
  extra: '{ "a": [1] }',
};

const VALUES = {
  code: 'let x\nlet y',
  limit: 5,
  level: 2,
  dry: false,
  stops: STOPS,
  budget: { amount: 9.5 },
  extra: { a: [1] },
};

describe('a form', () => {
  test('sends JSON to a tool, and omits empty fields', () => {
    expect(valuesOf(FIELDS, DRAFT)).toStrictEqual({ values: VALUES, missing: [], faults: new Map() });
  });

  test('sends strings to a prompt, with JSON for objects and lists', () => {
    expect(textsOf(FIELDS, { ...DRAFT, limit: 'many' }).values).toStrictEqual({
      code: DRAFT.code,
      limit: 'many',
      level: '2',
      dry: 'false',
      stops: JSON.stringify(STOPS),
      budget: JSON.stringify(VALUES.budget),
      extra: DRAFT.extra,
    });
  });

  test('names missing and unreadable fields by their path', () => {
    const { missing, faults } = valuesOf(FIELDS, { limit: 'x', extra: '{', stops: [{}] });
    expect([missing, [...faults.keys()]]).toStrictEqual([
      ['code', 'city', 'amount'],
      ['limit', 'extra'],
    ]);
  });

  test('is filled with values as a user would type them', () => {
    const values = { ...VALUES, stops: JSON.stringify(STOPS), on: '2027-05-01T00:00:00.000Z', other: 1 };
    const { focus: _empty, ...draft } = DRAFT;
    expect(draftOf(FIELDS, values)).toStrictEqual({
      ...draft,
      extra: '{\n  "a": [\n    1\n  ]\n}',
      on: '2027-05-01',
    });
  });

  test('ends for schemas that refer to themselves', () => {
    const $defs = {
      A: { $ref: '#/$defs/B' },
      B: { $ref: '#/$defs/A' },
      Loop: { type: 'object', properties: { again: { $ref: '#/$defs/Loop' } }, required: ['again'] },
    };
    const properties = { a: { $ref: '#/$defs/A' }, all: { allOf: [{ $ref: '#' }] }, loop: { $ref: '#/$defs/Loop' } };
    const fields = fieldsOf({ $defs, properties, allOf: [{ $ref: '#' }], required: ['loop'] });
    expect(fields.map(({ type }) => type)).toStrictEqual(['json', 'json', 'object']);
    expect(valuesOf(fields, {}).missing).toStrictEqual(['again']);
  });

  test('does not keep secrets', () => {
    const draft = { code: 'x', apiKey: 'k', budget: { amount: '1', password: 'p' } };
    expect(withoutSecrets(FIELDS, draft)).toStrictEqual({ code: 'x', budget: { amount: '1' } });
    expect(secretsIn(FIELDS, draft)).toStrictEqual({ apiKey: 'k' });
  });

  test('does not keep secrets in lists, in write-only objects or under a rule for passwords', () => {
    const user = { type: 'object', properties: { name: { type: 'string' }, password: { type: 'string' } } };
    const fields = fieldsOf({
      properties: {
        users: { type: 'array', items: user },
        login: { type: 'object', writeOnly: true, properties: { name: { type: 'string' } } },
        chosen: { type: 'string', 'dev.cuecard/rules': ['isStrongPassword'] },
      },
    });
    const filled = { users: [{ name: 'Ann', password: 'p' }], login: { name: 'Ann' }, chosen: 'p' };
    expect(withoutSecrets(fields, filled)).toStrictEqual({ users: [{ name: 'Ann' }] });
    expect(membersOf(fields[1]!).map(({ isSecret }) => isSecret)).toStrictEqual([true]);
  });
});

test('writes a call in TypeScript, with values as their class declares them', () => {
  const detail = { kind: 'tool', className: 'Orders', method: 'find' } as DefinitionDetail;
  const properties = {
    since: { type: 'string', pattern: '^(\\d{4}-\\d\\d-\\d\\d)' },
    'order-url': { type: 'string', format: 'uri' },
    stops: { type: 'array', items: { type: 'object', properties: { city: { type: 'string' } } } },
    note: { type: 'string' },
  };
  const known = Object.keys(properties).map((name) => {
    const about = { name, isCompleted: false, allowsEmpty: false, mayHaveLines: false };
    return name === 'order-url' ? { ...about, property: 'url' } : about;
  });
  const fields = fieldsOf({ properties }, { properties }, known);
  const values = { since: '2027-05-01', 'order-url': 'https://a.b', stops: [{ city: 'Delft' }], note: `it's "fine"\n` };
  expect(typedCall(detail, fields, values)).toBe(
    "await runtime.tools.run(Orders, 'find', { since: new Date('2027-05-01'), url: new URL('https://a.b'), " +
      `stops: [{ city: 'Delft' }], note: 'it\\'s "fine"\\n' });`,
  );
});
