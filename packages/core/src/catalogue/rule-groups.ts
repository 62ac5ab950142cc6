import { lowerBound } from '../text/nearest.js';
import type { Definition } from '../definition/definition.js';
import type { Visibility, VisibleTest } from '../definition/visibility.js';

/** Names that are visible to the same callers. */
export interface RuleGroup {
  /** The visibility rules, any of which admits a caller; empty if every caller may see the names. */
  readonly rules: readonly Visibility[];
  /** The positions of the names among all names, ascending. */
  readonly positions: readonly number[];
}

/**
 * Groups names by their visibility rules, so that a page costs one verdict per distinct rule, not one per prompt.
 * @param names the rules of each name, in order, any of which admits a caller; empty if every caller may see the name
 */
export function groupByRule(names: Iterable<readonly Visibility[]>): RuleGroup[] {
  const ids = new Map<VisibleTest, number>();
  const idOf = (test: VisibleTest) => {
    const id = ids.get(test) ?? ids.size;
    ids.set(test, id);
    return id;
  };
  const groups = new Map<string, { rules: readonly Visibility[]; positions: number[] }>();
  let position = 0;
  for (const rules of names) {
    const key = rules.length === 0 ? '' : JSON.stringify(rules.map((rule) => rule.key(idOf)));
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { rules, positions: [position] });
    else group.positions.push(position);
    position += 1;
  }
  return [...groups.values()];
}

/** The first `most` positions after a position, in groups that the caller may see. */
export function firstAfter(groups: readonly RuleGroup[], after: number, most: number): readonly number[] {
  const found: number[] = [];
  for (const { positions } of groups) {
    const start = lowerBound(positions, after + 1);
    const end = Math.min(start + most, positions.length);
    for (let index = start; index < end; index += 1) found.push(positions[index] as number);
  }
  if (groups.length < 2) return found;
  return [...Uint32Array.from(found).toSorted().subarray(0, most)]; // Sorting an array needs a comparison function.
}

/** The rules of a name's versions, any of which makes the name visible; empty if every caller may see it. */
export function rulesOf(versions: readonly Definition[]): Visibility[] {
  const rules = versions.flatMap(({ visibility }) => visibility ?? []);
  return rules.length < versions.length ? [] : rules;
}
