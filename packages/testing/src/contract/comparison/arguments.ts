import type { Contract, Schema } from '../manifest/manifest.js';
import type { Difference, Level } from './change.js';
import { isRequired, objectDifferences } from './schemas.js';
import { onlyIn } from './sets.js';

/** Returns the differences between the arguments of two contracts. */
export function argumentDifferences(one: Contract, other: Contract): Difference[] {
  const [old, now] = [one.arguments ?? {}, other.arguments ?? {}];
  return [
    ...objectDifferences(old, now, { direction: 'input', isText: one.kind !== 'tool' }),
    ...(one.kind === 'prompt' ? orderDifferences(old, now) : []),
    ...new Trait(old, now, one.acceptsEmpty, other.acceptsEmpty).differences({
      lost: ['major', 'empty-refused', 'no longer accepts an empty string'],
      gained: ['minor', 'empty-accepted', 'accepts an empty string now'],
    }),
    ...new Trait(old, now, one.completes, other.completes).differences({
      lost: ['minor', 'completion-lost', 'no longer has completions'],
      gained: ['patch', 'completion-gained', 'has completions now'],
    }),
  ];
}

type Row = readonly [level: Level, rule: string, reason: string];

/** A trait of an argument, such as whether it is required. Compares only arguments that both manifests have. */
class Trait {
  readonly #oldNames: readonly string[];
  readonly #newNames: readonly string[];

  constructor(one: Schema, other: Schema, old: readonly string[] = [], now: readonly string[] = []) {
    const isKept = (name: string) => namesOf(one).includes(name) && namesOf(other).includes(name);
    this.#oldNames = old.filter(isKept);
    this.#newNames = now.filter(isKept);
  }

  differences({ lost, gained }: { readonly lost: Row; readonly gained: Row }): Difference[] {
    return [
      ...onlyIn(this.#oldNames, this.#newNames).map((argument) => difference(argument, lost)),
      ...onlyIn(this.#newNames, this.#oldNames).map((argument) => difference(argument, gained)),
    ];
  }
}

function difference(argument: string, [level, rule, reason]: Row): Difference {
  return { level, rule, argument, reason };
}

/**
 * Reports a changed order of arguments. A new argument may only follow the existing ones, because some clients ask the
 * user for a prompt's arguments in order.
 */
function orderDifferences(one: Schema, other: Schema): Difference[] {
  const [old, now] = [namesOf(one), namesOf(other)];
  const kept = now.filter((name) => old.includes(name));
  const isReordered = old.filter((name) => now.includes(name)).some((name, index) => name !== kept[index]);
  const last = now.indexOf(kept.at(-1) ?? '');
  const inserted = now.filter((name, index) => index < last && !old.includes(name) && !isRequired(other, name));
  const swap = 'so clients that ask for the arguments in order would swap them';
  return [
    ...(isReordered
      ? [{ level: 'major' as const, rule: 'order-changed', reason: `The order of its arguments changed, ${swap}` }]
      : []),
    ...inserted.map((argument) =>
      difference(argument, ['major', 'argument-inserted', `comes before existing arguments, ${swap}`]),
    ),
  ];
}

function namesOf({ properties }: Schema): string[] {
  return Object.keys(properties ?? {});
}
