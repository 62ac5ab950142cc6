import { definePrompt, type Definition, DefinitionError, Registry } from '@cuecard/core';
import { expect, test } from '@jest/globals';
import { array, assert, constantFrom, oneof, property, record, subarray } from 'fast-check';
import { runs } from './support/runs.ts';

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
  registry.faults,
  registry.names().map((name) => registry.versions(name)),
  registry.list().map(({ type }) => registry.of(type)?.name),
];

test('a registry that has been changed is the same as one made at once of what it holds', () => {
  assert(
    property(changes, (steps) => {
      let [changed, fresh] = [new Registry([], isolate), new Registry([], isolate)];
      for (const step of steps) {
        changed = 'with' in step ? changed.with(...step.with) : changed.without(...step.without);
        fresh = 'with' in step ? withThese(fresh, step.with) : withoutThese(fresh, step.without);
        expect(seenOf(changed)).toEqual(seenOf(fresh));
      }
    }),
    { numRuns: runs(1_000) },
  );
});

function withThese(registry: Registry, given: readonly Definition[]): Registry {
  const added = new Registry(given, isolate);
  const isTaken = ({ name, version }: Definition) =>
    added.list().some((each) => each.name === name && each.version === version);
  const kept = registry.list().filter((each) => !isTaken(each));
  return new Registry([...kept, ...added.list()], isolate, [...registry.faults, ...added.faults]);
}

function withoutThese(registry: Registry, names: readonly string[]): Registry {
  const isGone = ({ name, version }: Definition) =>
    names.some((each) => each === name || (version !== undefined && each === `${name}@${version}`));
  return new Registry(
    registry.list().filter((each) => !isGone(each)),
    isolate,
    registry.faults,
  );
}

test('a prompt that clients could not tell from one that is there already is refused', () => {
  const named = (name: string) => definePrompt({ name, render: () => '' });
  const registry = new Registry([named('b.c'), named('a')]);
  expect(() => registry.with(named('b_c'))).toThrow(DefinitionError);
  expect(registry.without('b.c').with(named('b_c'), named('b')).names()).toEqual(['a', 'b', 'b_c']);
});
