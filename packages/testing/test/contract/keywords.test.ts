import { compareManifests, type Schema } from '@cuecard/testing/contract';
import { expect, test } from '@jest/globals';

/** The changes that a comparison reports for schemas of other servers. */
function between(one: Schema, other: Schema): string[] {
  const manifest = (value: Schema) => ({
    manifest: 1 as const,
    name: 'desk',
    version: '1.0.0',
    definitions: [{ kind: 'tool' as const, name: 'call', arguments: { type: 'object', properties: { value } } }],
  });
  const { changes } = compareManifests(manifest(one), manifest(other));
  return changes.filter(({ level }) => level !== 'error').map(({ level, reason }) => `${level} ${reason}`);
}

test.each<[Schema, Schema, string[]]>([
  [{ enum: ['a'] }, { const: 'a' }, []],
  [{ const: 'a' }, { enum: ['a', 'b'] }, ['minor accepts "b", too']],
  [{ type: 'integer', minimum: 1 }, { type: 'integer', exclusiveMinimum: 0 }, []],
  [
    { type: 'number', minimum: 1 },
    { type: 'number', exclusiveMinimum: 1 },
    ['major has exclusiveMinimum 1 instead of minimum 1'],
  ],
  [
    { type: 'number', exclusiveMaximum: 1 },
    { type: 'number', maximum: 1 },
    ['minor has maximum 1 instead of exclusiveMaximum 1'],
  ],
  [{ type: 'number', minimum: 1, exclusiveMinimum: 5 }, { type: 'number', exclusiveMinimum: 5 }, []],
  [{ type: 'number', maximum: 3 }, { type: 'number', maximum: 2 }, ['major has maximum 2 instead of 3']],
  [
    { type: 'array', uniqueItems: true },
    { type: 'array', uniqueItems: false },
    ['minor no longer has uniqueItems, which was true'],
  ],
  [{ type: 'array', uniqueItems: false }, { type: 'array' }, []],
  [{ type: 'array' }, { type: 'array', items: { type: 'string' } }, ['major has a schema for its items now']],
  [{ type: 'array', items: { type: 'string' } }, { type: 'array' }, ['minor no longer has a schema for its items']],
  [{ type: 'object' }, { type: 'object', properties: { a: {} } }, ['major has declared properties now']],
  [{ type: 'object', properties: { a: {} } }, { type: 'object' }, ['minor no longer has declared properties']],
  [{ default: { a: 1, b: 2 } }, { default: { b: 2, a: 1 } }, []],
  [{ enum: [{ a: 1, b: 2 }] }, { enum: [{ b: 2, a: 1 }] }, []],
])('compareManifests reports a change from %j to %j as %j', (one, other, said) => {
  expect(between(one, other)).toEqual(said);
});
