import type { Contract, Manifest } from '../manifest/manifest.js';
import { byLevel, type Change } from './change.js';
import { byName, changeOf, nameChanges, Successors } from './names.js';
import { tokensOf } from './tokens.js';
import { type Needed, neededBy, versionFault } from './versions.js';

export interface ComparisonOptions {
  /**
   * How many tokens an example may render, by an estimate: a token for four characters of ASCII, and one for each other.
   * @default no limit
   */
  readonly tokenBudget?: number;
}

/** What changed between two manifests, and what that asks of the version. */
export interface Comparison {
  readonly from: Pick<Manifest, 'name' | 'version'>;
  readonly to: Pick<Manifest, 'name' | 'version'>;
  /** The changes, those that ask for most first. */
  readonly changes: readonly Change[];
  /** What the changes ask for by themselves, and the lowest version that is enough: below 1.0.0, a minor one for a major change. */
  readonly needed: Needed;
  /** Whether the new manifest's version is high enough, and no change is an error. */
  readonly isFit: boolean;
}

/**
 * Compares what was published with what will be.
 * @throws {TypeError} if the manifests have different names
 */
export function compareManifests(from: Manifest, to: Manifest, options: ComparisonOptions = {}): Comparison {
  if (from.name !== to.name)
    throw new TypeError(`The manifest is of "${to.name}", and the one it is compared with of "${from.name}"`);
  const found = [...definitionChanges(from, to), ...to.definitions.flatMap((each) => overBudget(each, options))];
  const needed = neededBy(found, from.version);
  const changes = [...found, ...versionFault(from.version, to.version, needed)].toSorted(byLevel);
  const isFit = changes.every(({ level }) => level !== 'error');
  return { from: about(from), to: about(to), changes, needed, isFit };
}

function definitionChanges(from: Manifest, to: Manifest): Change[] {
  const [old, now] = [byName(from), byName(to)];
  const added = new Map([...now].filter(([key]) => !old.has(key)));
  const successors = new Successors(added.values());
  const changes = [...old].flatMap(([key, versions]) => {
    const same = now.get(key);
    if (same !== undefined) return nameChanges(versions, same);
    const other = successors.take(versions);
    if (other === undefined) return [removed(versions[0])];
    added.delete(`${other.kind} ${other.name}`);
    return [changeOf(versions[0], { level: 'major', rule: 'renamed', reason: `Its name is "${other.name}" now` })];
  });
  const news = [...added.values()].map(([each]) =>
    changeOf(each, { level: 'minor', rule: 'added', reason: 'It is new' }),
  );
  return [...changes, ...news];
}

function removed(contract: Contract): Change {
  const { deprecated } = contract;
  const reason = deprecated === undefined ? 'It is gone' : `It is gone, after it was deprecated: ${deprecated}`;
  return changeOf(contract, { level: 'major', rule: 'removed', reason });
}

function overBudget(contract: Contract, { tokenBudget = Infinity }: ComparisonOptions): Change[] {
  const { examples = [] } = contract;
  return examples.flatMap(({ arguments: given, messages = [] }) => {
    const tokens = tokensOf(messages);
    if (tokens <= tokenBudget) return [];
    const reason = `Its example ${JSON.stringify(given)} has about ${tokens} tokens, and the budget is ${tokenBudget}`;
    return [changeOf(contract, { level: 'warning', rule: 'over-budget', reason })];
  });
}

function about({ name, version }: Manifest): Pick<Manifest, 'name' | 'version'> {
  return { name, version };
}
