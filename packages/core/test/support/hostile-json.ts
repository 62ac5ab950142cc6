import * as fc from 'fast-check';
import { NAMES } from './random-classes.ts';

const DEPTHS = [3, 499, 501, 2_000];

/** JSON text, as a client may send it. */
const TEXTS: readonly string[] = [
  '""',
  '"a"',
  '"ab"',
  '"5"',
  '" 5"',
  '"-0"',
  '"1e3"',
  '"1e999"',
  '"0x10"',
  '"NaN"',
  '"Infinity"',
  '"true"',
  '"No"',
  '"null"',
  '"undefined"',
  '"throw"',
  '"later"',
  '"no"',
  '"other"',
  '"2026-05-01"',
  '"2026-02-30"',
  '"+275761-01-01"',
  '"https://a.ch"',
  '"javascript:1"',
  '"http://["',
  '"YQ=="',
  '"YQ"',
  '"a, b"',
  '"1,,2"',
  '"["',
  '"{"',
  '"[1,2]"',
  '"{\\"a\\":1}"',
  '"\\"{\\\\\\"name\\\\\\":1}\\""',
  '"[\\"[1]\\"]"',
  '"\\ud800"',
  '"\\udc00\\ud800"',
  '"\\u0000"',
  '0',
  '-0',
  '5',
  '1.5',
  '1e308',
  '1e999',
  '-1e999',
  '9007199254740993',
  '123456789012345678901234567890',
  '5e-324',
  'true',
  'false',
  'null',
  '[]',
  '{}',
  '[1]',
  '["a","b"]',
  '[null]',
  '[[1]]',
  '[{}]',
  '["5",5,true,null,{}]',
  '{"a":1}',
  '{"name":"a"}',
  '{"a":1,"a":2}',
  '{"__proto__":{"a":1}}',
  '{"constructor":{"prototype":{"a":1}}}',
  '{"toString":null,"then":{}}',
  '{"length":1e9}',
  '{"0":"a","length":1}',
  '[{"name":"a"},{"name":1,"other":[]}]',
];

/** Large JSON text, which must be cheap to parse. */
const LARGE: readonly string[] = [
  ...DEPTHS.map((depth) => '['.repeat(depth) + ']'.repeat(depth)),
  ...DEPTHS.map((depth) => `${'{"leaf":'.repeat(depth)}1${'}'.repeat(depth)}`),
  `"${'a'.repeat(20_000)}"`,
  `"${'9'.repeat(20_000)}"`,
  `[${'1,'.repeat(10_001)}1]`,
  `{${Array.from({ length: 2_000 }, (_, index) => `"nane${index}":1`).join()}}`,
];

const key = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(...NAMES) },
  { weight: 1, arbitrary: fc.constantFrom('__proto__', 'prototype', 'valueOf', 'naem', '', '\ud800') },
);

const { json } = fc.letrec<{ json: string; object: string }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 4, depthSize: 'small', withCrossShrink: true },
    { weight: 12, arbitrary: fc.constantFrom(...TEXTS) },
    { weight: 6, arbitrary: tie('object') },
    { weight: 2, arbitrary: fc.array(tie('json'), { maxLength: 3 }).map((items) => `[${items.join()}]`) },
    { weight: 1, arbitrary: tie('json').map((text) => JSON.stringify(text)) },
  ),
  object: fc
    .array(fc.tuple(key, tie('json')), { maxLength: 4 })
    .map((members) => `{${members.map(([name, value]) => `${JSON.stringify(name)}:${value}`).join()}}`),
}));

const named = fc
  .array(fc.tuple(key, json), { minLength: 1, maxLength: 5 })
  .map((members) => `{${members.map(([name, value]) => `${JSON.stringify(name)}:${value}`).join()}}`);

/** Any JSON text as arguments: mostly an object with the names of arguments. */
export const hostileJson = fc.oneof(
  { weight: 900, arbitrary: named },
  { weight: 95, arbitrary: json },
  { weight: 4, arbitrary: fc.constantFrom(...LARGE).map((text) => `{"leaf":${text},"a":${text}}`) },
  { weight: 1, arbitrary: fc.constantFrom(...LARGE) },
);
