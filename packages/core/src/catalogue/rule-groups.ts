import { lowerBound } from '../text/lower-bound.js';
import type { Definition } from '../definition/definition.js';
import type { Visibility, VisibleTest } from '../definition/visibility.js';

/** Names that the same callers may know. */
export interface RuleGroup {
  /** Each of the rules lets a caller know; empty where everybody may. */
  readonly rules: readonly Visibility[];
  /** Where the names stand in the order of all, ascending. */
  readonly positions: readonly number[];
}

/**
 * Groups names by who may know them, so that a page costs as many verdicts as there are different rules, and not as many
 * as there are prompts.
 * @param names the rules of each name, in order, one of which must be met; empty where everybody may know it
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

/** The first so many positions after one, in groups that are all known to the caller. */
export function firstAfter(groups: readonly RuleGroup[], after: number, most: number): readonly number[] {
  const found: number[] = [];
  for (const { positions } of groups) {
    const start = lowerBound(positions, after + 1);
    const end = Math.min(start + most, positions.length);
    for (let index = start; index < end; index += 1) found.push(positions[index] as number);
  }
  if (groups.length < 2) return found;
  return [...Uint32Array.from(found).toSorted().subarray(0, most)]; // An array would compare by a function of ours.
}

/** The rules of a name's versions, any of which makes the name known; empty if everybody may know it. */
export function rulesOf(versions: readonly Definition[]): Visibility[] {
  const rules = versions.flatMap(({ visibility }) => visibility ?? []);
  return rules.length < versions.length ? [] : rules;
}
