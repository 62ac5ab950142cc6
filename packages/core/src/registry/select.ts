import type { DefinitionInfo } from '../api/context.js';
import { isPlainObject, areStrings, OptionKind, STRING, STRINGS } from '../text/option-kinds.js';
import type { VersionSelector } from '../api/calls.js';
import type { Monitor } from '../logging/monitor.js';
import { nearest } from '../text/nearest.js';
import { sectionOf } from '../troubleshooting.js';
import type { Registry } from './registry.js';

/**
 * Chooses the version with a label. Of several labels, the first one that any version has decides. If no version has
 * any of the labels, the next selector decides.
 */
export function byLabel(...labels: readonly string[]): VersionSelector {
  STRINGS.require('The labels of byLabel()', labels);
  const select: VersionSelector = (versions) => {
    for (const label of labels) {
      const found = findLabelled(versions, label);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  return Object.assign(select, { labels });
}

/**
 * Chooses the version whose label or version number is `label`, for a percentage of principals. A principal that gets
 * this version of a name keeps getting it while the percentage grows. Different names and labels select different
 * principals. Without a verified principal, the session id is used. Without a session, the next selector decides, and a
 * warning is logged once.
 * @param percent from 0 to 100, or a synchronous function that returns it for the chosen version. Call
 * `runtime.notifyListChanged` when the function's result changes
 * @throws {TypeError} if the label is not a string
 * @throws {RangeError} if the percentage is not from 0 to 100
 */
export function byPercentage(label: string, percent: Percentage): VersionSelector {
  STRING.require('The label of byPercentage()', label);
  const percentOf = typeof percent === 'function' ? percent : () => percent;
  if (typeof percent !== 'function' && !(percent >= 0 && percent <= 100))
    throw new RangeError(`${percent} is not a percentage: use a number from 0 to 100, or a function that returns one`);
  const select: VersionSelector = (versions, { auth, sessionId, monitor }) => {
    const found = findLabelled(versions, label);
    const callerId = auth?.principal ?? sessionId;
    if (found !== undefined && callerId === undefined) monitor.warnOnce(`byPercentage("${label}") ${ANONYMOUS}`);
    if (found === undefined || callerId === undefined) return undefined;
    return hashToPercentage(`${found.name}@${label}\n${callerId}`) < percentOf(found) ? found : undefined;
  };
  return Object.assign(select, { labels: [label] });
}

/** Chooses by the client's name. `choices` has a version or label for each client name. */
export function byClient(choices: Readonly<Record<string, string>>): VersionSelector {
  CHOICES.require('The choices of byClient()', choices);
  const labels = new Map(Object.entries(choices));
  const select: VersionSelector = (versions, { client }) => {
    const label = client?.name === undefined ? undefined : labels.get(client.name);
    return label === undefined ? undefined : findLabelled(versions, label);
  };
  return Object.assign(select, { labels: [...labels.values()] });
}

const CHOICES = new OptionKind('an object, such as { "example-client": "stable" }', (value) => {
  return isPlainObject(value) && areStrings(Object.values(value));
});

const ANONYMOUS =
  'cannot choose a version for callers with neither a principal nor a session: the next selector chooses for them';

/** A percentage from 0 to 100, or a function that returns it. */
export type Percentage = number | ((version: DefinitionInfo) => number);

function findLabelled(versions: readonly DefinitionInfo[], label: string): DefinitionInfo | undefined {
  return versions.find((each) => hasLabel(each, label));
}

function hasLabel({ labels, version }: DefinitionInfo, label: string): boolean {
  return labels.includes(label) || version === label;
}

/** Maps strings evenly to numbers from 0 to 100, with FNV-1a of the code units and MurmurHash3's final mix. */
function hashToPercentage(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32) * 100;
}

/** Warns once of each label that a selector uses but no version has. Such a label is probably misspelt. */
export function warnOfUnknownLabels(
  registry: Registry,
  select: readonly VersionSelector[],
  monitor: Pick<Monitor, 'warnOnce'>,
): void {
  const labels = new Set(select.flatMap(({ labels: each = [] }) => each));
  const versioned = labels.size === 0 ? [] : registry.list().filter(({ version }) => version !== undefined);
  if (versioned.length === 0) return; // Without versions, every label would be unknown.
  for (const label of labels) {
    if (versioned.some((each) => hasLabel(each, label))) continue;
    const suggestion = nearest(label, new Set(versioned.flatMap((each) => each.labels)));
    const hint = suggestion === undefined ? 'The label has no effect.' : `Did you mean "${suggestion}"?`;
    const problem = `The option select uses the label "${label}", which no version has`;
    monitor.warnOnce(`${problem}. ${hint} See ${sectionOf('label-unknown')}`);
  }
}
