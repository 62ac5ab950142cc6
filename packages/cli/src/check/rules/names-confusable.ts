import { describeDefinition } from '../arguments.js';
import type { CheckedDefinition, Rule } from '../rule.js';

export const namesConfusable: Rule = {
  id: 'names-confusable',
  severity: 'warning',
  summary: 'Two names are easily taken for one another',
  *find({ definitions }) {
    const names = new Map(definitions.map((each) => [`${each.contract.kind} ${each.contract.name}`, each]));
    const seen = new Map<string, CheckedDefinition>();
    const pairs = new Set<string>();
    for (const each of names.values()) {
      for (const form of formsOf(each)) {
        const other = seen.get(form);
        if (other === undefined) seen.set(form, each);
        else if (isConfusable(each.contract.name, other.contract.name) && !pairs.has(pairOf(each, other))) {
          pairs.add(pairOf(each, other));
          const message = `${describeDefinition(each)} is easily taken for ${other.contract.name}`;
          yield { of: each, message, fix: 'Choose names that differ in a word' };
        }
      }
    }
  },
};

/** Shorter names that differ by a character are often different words: `mail`, `main`. */
const SHORTEST = 6;

function pairOf({ contract: { kind, name } }: CheckedDefinition, other: CheckedDefinition): string {
  return JSON.stringify([kind, name, other.contract.name]);
}

/** Keys that two names share if they look alike, or differ by a character. */
function formsOf({ contract: { kind, name } }: CheckedDefinition): string[] {
  const skeleton = skeletonOf(name);
  const shortened = [...skeleton].map((_, at) => skeleton.slice(0, at) + skeleton.slice(at + 1));
  const near = name.length < SHORTEST ? [] : shortened;
  return [...new Set([skeleton, ...near])].map((form) => `${kind} ${form}`);
}

/** A name as it looks in a hurry. */
function skeletonOf(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(/[-_./]/g, '_')
    .replaceAll(/[1i|]/g, 'l')
    .replaceAll('0', 'o')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w');
}

function isConfusable(one: string, other: string): boolean {
  if (one === other || isNumbered(one, other)) return false;
  const [a, b] = [skeletonOf(one), skeletonOf(other)];
  return a === b || (Math.min(one.length, other.length) >= SHORTEST && isNear(a, b));
}

/** `step_1` and `step_2` differ on purpose. */
function isNumbered(one: string, other: string): boolean {
  return one.replaceAll(/\d+/g, '#') === other.replaceAll(/\d+/g, '#');
}

/** Whether one character was added, removed or replaced, or two were swapped. */
function isNear(one: string, other: string): boolean {
  let start = 0;
  while (start < one.length && one[start] === other[start]) start += 1;
  const [a, b] = [one.slice(start), other.slice(start)];
  const isSwapped = a.length > 1 && a[0] === b[1] && a[1] === b[0] && a.slice(2) === b.slice(2);
  return isSwapped || a.slice(1) === b || a === b.slice(1) || a.slice(1) === b.slice(1);
}
