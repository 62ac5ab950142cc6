import type { ArgumentFault } from '../errors.js';
import { nearest, NameIndex } from '../text/nearest.js';

/** The names of the arguments of one class, as one kind of caller uses them: on the wire, or of their properties. */
export type ArgumentNames = readonly string[];

/** Created at the first unknown name. */
const INDEXES = new WeakMap<ArgumentNames, NameIndex>();

/** The name that was probably meant. */
export function nearestName(name: string, names: ArgumentNames): string | undefined {
  const index = INDEXES.get(names) ?? new NameIndex(names);
  INDEXES.set(names, index);
  return nearest(name, NameIndex.similar(name, [index]));
}

/** The faults in the order of the class. Faults of no argument come last. */
export function inOrder(faults: readonly ArgumentFault[], names: ArgumentNames): ArgumentFault[] {
  const position = ({ argument }: ArgumentFault) =>
    names.indexOf(/^[^.[]*/.exec(argument)?.[0] ?? '') + 1 || names.length + 1;
  return faults.toSorted((one, other) => position(one) - position(other));
}

/** The argument that a path begins with: `stops[1].city` is in `stops`. */
export function argumentOf(path: string): string {
  return /^[^.[]*/.exec(path)?.[0] ?? '';
}
