import { definePrompt, type Definition, DefinitionError, Registry } from '@cuecard/core';
import { expect, test } from '@jest/globals';
import { array, assert, constantFrom, oneof, property, record, subarray } from 'fast-check';
import { runs } from '../../../test/support/runs.ts';

const NAMES = ['a', 'b', 'b.c', 'b_c', 'b/c', 'B'];
const definitions = record({
  name: constantFrom(...NAMES),
  version: constantFrom(undefined, '1.0.0', '1.1.0', '2.0.0-beta.1'),
  labels: subarray(['stable', 'canary'], { maxLength: 1 }),
}).map(({ name, version, labels }) =>
  definePrompt({ name, ...(version !== undefined && { version, labels }), render: () => '' }),
);
const changes = array(
  oneof(
    record({ with: array(definitions, { maxLength: 4 }) }),
    record({ without: array(constantFrom(...NAMES, 'b@1.0.0', 'b@', 'none'), { maxLength: 2 }) }),
  ),
  { maxLength: 6 },
);
const isolate = { onFault: 'isolate' } as const;

const seenOf = (registry: Registry) => [
  registry.names(),
  registry.list(),
  registry.names().map((name) => registry.versions(name)),
  registry.list().map(({ type }) => registry.of(type)?.name),
];

const typesIn = (some: readonly Definition[]) => some.map(({ type }) => type);

const addressOf = ({ name, version }: Definition) => `${name}@${version}`;

/** Each change of a random registry, with what came before. */
function eachChange(check: (before: Registry, after: Registry, given: readonly Definition[]) => void): void {
  assert(
    property(changes, (steps) => {
      let registry = new Registry([], isolate);
      for (const step of steps) {
        const before = registry;
        registry = 'with' in step ? registry.with(...step.with) : registry.without(step.without);
        check(before, registry, 'with' in step ? step.with : []);
      }
    }),
    { numRuns: runs(1_000) },
  );
}

test('a registry that has been changed is the same as one made at once of what it holds, where nothing clashes', () => {
  eachChange((_, after) => {
    const fresh = new Registry(after.list(), isolate);
    expect([seenOf(after), fresh.faults]).toEqual([seenOf(fresh), []]);
  });
});

test('what is given takes the place of its name and version, or is left out with a fault and changes nothing', () => {
  eachChange((before, after, given) => {
    const held = new Set(typesIn(after.list()));
    const taken = given.filter(({ type }) => held.has(type));
    const addresses = new Set(taken.map(addressOf));
    const refused = given.filter((each) => !taken.includes(each));
    expect(typesIn(after.leftOut)).toEqual(expect.arrayContaining(typesIn(refused)));
    const old = given.length === 0 ? [] : before.list();
    expect(old.filter(({ type }) => !held.has(type))).toEqual(old.filter((each) => addresses.has(addressOf(each))));
    expect(after.faults.length > 0).toBe(after.leftOut.length > 0);
  });
});

test('a prompt that clients could not tell from one that is there already is refused', () => {
  const named = (name: string) => definePrompt({ name, render: () => '' });
  const registry = new Registry([named('b.c'), named('a')]);
  expect(() => registry.with(named('b_c'))).toThrow(DefinitionError);
  expect(registry.without(['b.c']).with(named('b_c'), named('b')).names()).toEqual(['a', 'b', 'b_c']);
});
