import type { Definition } from '../definition/definition.js';
import { Visibility } from '../definition/visibility.js';
import type { Catalogue } from './catalogue.js';

/** Whether callers see the same in both, as far as can be determined: tests and selectors are compared by identity. */
export function looksAlike(one: Catalogue, other: Catalogue): boolean {
  const [ours, theirs] = [one.names, other.names];
  if (ours.length !== theirs.length) return false;
  const isChosen = one.varies || other.varies; // Otherwise everyone sees the first version only.
  return ours.every((name, at) => {
    if (name !== theirs[at]) return false;
    const [left, right] = [one.versions(name), other.versions(name)];
    const count = isChosen ? Math.max(left.length, right.length) : 1;
    const areAlike = count > 1 && (one.hasSelectors || other.hasSelectors) ? isChosenAlike : isSeenAlike;
    return left === right || Array.from({ length: count }).every((_, index) => areAlike(left[index], right[index]));
  });
}

type Compared = Definition | undefined;

/** Whether selectors cannot make a difference either. */
function isChosenAlike(one: Compared, other: Compared): boolean {
  return isSeenAlike(one, other) && labelsOf(one) === labelsOf(other);
}

function isSeenAlike(one: Compared, other: Compared): boolean {
  if (one === undefined || other === undefined || one === other) return one === other;
  const isSaidAlike = one.entry === other.entry || JSON.stringify(one.entry) === JSON.stringify(other.entry);
  const isToolAlike = one.asTool === other.asTool;
  return isSaidAlike && isToolAlike && Visibility.isSame(one.visibility, other.visibility);
}

function labelsOf(definition: Compared): string | undefined {
  return definition?.labels.toSorted().join();
}
