import assert from 'node:assert/strict';
import { moduleOf } from './page-module.js';

const [values, typed, field] = await Promise.all(['form/values.ts', 'form/typed.ts', 'form/field.ts'].map(moduleOf));

const SCHEMA = {
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
};

const FIELDS = field.fieldsOf(SCHEMA);

const DRAFT = {
  code: 'let x\nlet y',
  limit: '5',
  focus: '',
  level: '2',
  dry: false,
  stops: [{ city: 'Delft' }, { city: 'Ghent', next: { city: 'Lille' } }],
  budget: { amount: '9.5' },
  extra: '{ "a": [1] }',
};

const VALUES = {
  code: 'let x\nlet y',
  limit: 5,
  level: 2,
  dry: false,
  stops: [{ city: 'Delft' }, { city: 'Ghent', next: { city: 'Lille' } }],
  budget: { amount: 9.5 },
  extra: { a: [1] },
};

/** @type {Readonly<Record<string, () => void>>} */
export const FORM_RULES = {
  'a tool gets JSON, and nothing for what is left empty'() {
    assert.deepEqual(values.valuesOf(FIELDS, DRAFT), { values: VALUES, missing: [], faults: new Map() });
  },
  'a prompt gets texts, with JSON for objects and lists'() {
    const { values: texts } = values.textsOf(FIELDS, { ...DRAFT, limit: 'many' });
    const { stops, budget } = VALUES;
    const written = { stops: JSON.stringify(stops), budget: JSON.stringify(budget), extra: DRAFT.extra };
    assert.deepEqual(texts, { code: DRAFT.code, limit: 'many', level: '2', dry: 'false', ...written });
  },
  'what is missing or cannot be read is named by its path'() {
    const { missing, faults } = values.valuesOf(FIELDS, { limit: 'x', extra: '{', stops: [{}] });
    assert.deepEqual(missing, ['code', 'city', 'amount']);
    assert.deepEqual([...faults.keys()], ['limit', 'extra']);
  },
  'values become what someone would have typed'() {
    assert.deepEqual(
      typed.draftOf(FIELDS, {
        ...VALUES,
        stops: JSON.stringify(VALUES.stops),
        on: '2027-05-01T00:00:00.000Z',
        other: 1,
      }),
      {
        code: 'let x\nlet y',
        limit: '5',
        level: '2',
        dry: false,
        stops: DRAFT.stops,
        budget: DRAFT.budget,
        extra: '{\n  "a": [\n    1\n  ]\n}',
        on: '2027-05-01',
      },
    );
  },
  'schemas that refer to themselves end'() {
    const $defs = {
      A: { $ref: '#/$defs/B' },
      B: { $ref: '#/$defs/A' },
      Loop: { type: 'object', properties: { again: { $ref: '#/$defs/Loop' } }, required: ['again'] },
    };
    const properties = { a: { $ref: '#/$defs/A' }, all: { allOf: [{ $ref: '#' }] }, loop: { $ref: '#/$defs/Loop' } };
    const fields = field.fieldsOf({ $defs, properties, allOf: [{ $ref: '#' }], required: ['loop'] });
    assert.deepEqual(
      fields.map((/** @type {any} */ { type }) => type),
      ['json', 'json', 'object'],
    );
    assert.deepEqual(values.valuesOf(fields, {}).missing, ['again']);
  },
  'secrets are not kept'() {
    const draft = { code: 'x', apiKey: 'k', budget: { amount: '1', password: 'p' } };
    assert.deepEqual(values.withoutSecrets(FIELDS, draft), { code: 'x', budget: { amount: '1' } });
    assert.deepEqual(values.secretsIn(FIELDS, draft), { apiKey: 'k' });
    const users = field.fieldsOf({
      properties: {
        users: {
          type: 'array',
          items: { type: 'object', properties: { name: { type: 'string' }, password: { type: 'string' } } },
        },
        login: { type: 'object', writeOnly: true, properties: { name: { type: 'string' } } },
        chosen: { type: 'string', 'dev.cuecard/rules': ['isStrongPassword'] },
      },
    });
    const filled = { users: [{ name: 'Ann', password: 'p' }], login: { name: 'Ann' }, chosen: 'p' };
    assert.deepEqual(values.withoutSecrets(users, filled), { users: [{ name: 'Ann' }] });
    assert.ok(field.membersOf(users[1]).every((/** @type {any} */ { isSecret }) => isSecret));
  },
};
