import type { Contract, Manifest } from '../manifest/manifest.js';
import { byLevel, type Change } from './change.js';
import { byName, toChange, nameChanges, Successors } from './names.js';
import { estimateTokens } from '../tokens.js';
import type { PromptMessage } from '@cuecard/core';
import semver from 'semver';

export interface ComparisonOptions {
  /**
   * The maximum number of tokens in an example. The number of tokens is estimated: one token for four ASCII characters,
   * and one for each other character.
   * @default no limit
   */
  readonly tokenBudget?: number;
}

/** The changes between two manifests, and the version that they require. */
export interface Comparison {
  readonly from: Pick<Manifest, 'name' | 'version'>;
  readonly to: Pick<Manifest, 'name' | 'version'>;
  /** The changes, sorted by level, highest first. */
  readonly changes: readonly Change[];
  /**
   * The level of the changes, and the lowest sufficient version. Below 1.0.0, a minor version is enough for a major
   * change.
   */
  readonly needed: RequiredVersion;
  /** Whether the new manifest's version is high enough, and no change is an error. */
  readonly isCompatible: boolean;
}

/**
 * Compares the published manifest with the next one.
 * @throws {TypeError} if the manifests have different names
 */
export function compareManifests(from: Manifest, to: Manifest, options: ComparisonOptions = {}): Comparison {
  if (from.name !== to.name)
    throw new TypeError(
      `The manifests have different names, "${from.name}" and "${to.name}": compare manifests with the same name`,
    );
  const found = [...definitionChanges(from, to), ...to.definitions.flatMap((each) => overBudget(each, options))];
  const needed = requiredVersion(found, from.version);
  const changes = [...found, ...versionFault(from.version, to.version, needed)].toSorted(byLevel);
  const isCompatible = changes.every(({ level }) => level !== 'error');
  return { from: pickNameAndVersion(from), to: pickNameAndVersion(to), changes, needed, isCompatible };
}

function definitionChanges(from: Manifest, to: Manifest): Change[] {
  const [old, now] = [byName(from), byName(to)];
  const added = new Map([...now].filter(([key]) => !old.has(key)));
  const successors = new Successors(added.values());
  const changes = [...old].flatMap(([key, versions]) => {
    const same = now.get(key);
    if (same !== undefined) return nameChanges(versions, same);
    const other = successors.take(versions);
    if (other === undefined) return [removal(versions[0])];
    added.delete(`${other.kind} ${other.name}`);
    return [toChange(versions[0], { level: 'major', rule: 'renamed', reason: `Its name is "${other.name}" now` })];
  });
  const news = [...added.values()].map(([each]) =>
    toChange(each, { level: 'minor', rule: 'added', reason: 'It is new' }),
  );
  return [...changes, ...news];
}

function removal(contract: Contract): Change {
  const { deprecated } = contract;
  const reason = deprecated === undefined ? 'It was removed' : `It was removed after it was deprecated: ${deprecated}`;
  return toChange(contract, { level: 'major', rule: 'removed', reason });
}

function overBudget(contract: Contract, { tokenBudget = Infinity }: ComparisonOptions): Change[] {
  const { examples = [] } = contract;
  return examples.flatMap(({ arguments: args, messages = [] }) => {
    const tokens = tokensOf(messages);
    if (tokens <= tokenBudget) return [];
    const reason = `Its example ${JSON.stringify(args)} has about ${tokens} tokens, more than the budget of ${tokenBudget}`;
    return [toChange(contract, { level: 'warning', rule: 'over-budget', reason })];
  });
}

function pickNameAndVersion({ name, version }: Manifest): Pick<Manifest, 'name' | 'version'> {
  return { name, version };
}

/** Returns the estimated number of tokens of the text in messages. */
function tokensOf(messages: readonly PromptMessage[]): number {
  return messages.reduce((sum, { content }) => sum + (content.type === 'text' ? estimateTokens(content.text) : 0), 0);
}

/** The kind of release that the changes require. */
type ReleaseType = 'major' | 'minor' | 'patch';

export interface RequiredVersion {
  /** The highest level of the changes, or `none` if there is nothing to publish. */
  readonly level: ReleaseType | 'none';
  /** The lowest sufficient version. */
  readonly version: string;
}

const RELEASE_TYPES: readonly ReleaseType[] = ['major', 'minor', 'patch'];

/**
 * Returns the lowest version that the changes require. Below 1.0.0, a major change requires a minor version, and a
 * minor change requires a patch.
 */
function requiredVersion(changes: readonly Change[], version: string): RequiredVersion {
  const level = RELEASE_TYPES.find((part) => changes.some((change) => change.level === part));
  if (level === undefined) return { level: 'none', version };
  const part = semver.major(version) === 0 ? nextLowerType(level) : level;
  return { level, version: semver.inc(version, part) as string }; // `createManifest` has checked the version already.
}

/** Returns the fault in the new manifest's version, if there is one. A pre-release counts as its release. */
function versionFault(from: string, to: string, { level, version }: RequiredVersion): Change[] {
  const release = semver.parse(to);
  const reached = `${release?.major}.${release?.minor}.${release?.patch}`;
  if (semver.lt(to, from)) return [fault('version-lowered', `The version ${to} is lower than ${from}`)];
  if (level === 'none' || (semver.gt(to, from) && semver.gte(reached, version))) return [];
  return [fault('version-too-low', `The version is ${to}, but the changes require ${version} or higher`)];
}

function nextLowerType(part: ReleaseType): ReleaseType {
  return part === 'major' ? 'minor' : 'patch';
}

function fault(rule: string, reason: string): Change {
  return { level: 'error', rule, reason };
}
