import type { Contract } from '../manifest/manifest.js';
import { argumentDifferences } from './arguments.js';
import type { Difference, Level } from './change.js';
import { exampleDifferences } from './examples.js';
import { objectDifferences } from './schemas.js';
import { isSame, valueList, onlyIn } from './sets.js';

/** Returns the differences between a definition and its successor. */
export function definitionDifferences(one: Contract, other: Contract): Difference[] {
  return [
    ...argumentDifferences(one, other),
    ...outputDifferences(one, other),
    ...requirementDifferences(one, other),
    ...visibilityDifferences(one, other),
    ...deprecationDifferences(one, other),
    ...asToolDifferences(one, other),
    ...propertyDifferences(one, other),
    ...exampleDifferences(one, other),
  ];
}

function outputDifferences({ output: one }: Contract, { output: other }: Contract): Difference[] {
  if (one === undefined && other === undefined) return [];
  if (one === undefined) return [{ level: 'minor', rule: 'output-declared', reason: 'Its output has a schema now' }];
  if (other === undefined)
    return [{ level: 'major', rule: 'output-lost', reason: 'Its output no longer has a schema' }];
  const differences = objectDifferences(one, other, { direction: 'output' });
  return differences.map(({ argument, ...rest }) => ({ ...rest, argument: `output.${argument}` }));
}

/** Compares the services that an application must provide, and the scopes that a caller needs. */
function requirementDifferences(one: Contract, other: Contract): Difference[] {
  return [
    ...onlyIn(other.requires ?? [], one.requires ?? []).map((name) =>
      difference('major', 'service-required', `It requires the service ${name} now`),
    ),
    ...onlyIn(one.requires ?? [], other.requires ?? []).map((name) =>
      difference('minor', 'service-unneeded', `It no longer requires the service ${name}`),
    ),
    ...onlyIn(other.scopes ?? [], one.scopes ?? []).map((scope) =>
      difference('major', 'scope-added', `Callers need the scope ${scope} now`),
    ),
    ...onlyIn(one.scopes ?? [], other.scopes ?? []).map((scope) =>
      difference('minor', 'scope-removed', `Callers no longer need the scope ${scope}`),
    ),
  ];
}

function visibilityDifferences(one: Contract, other: Contract): Difference[] {
  if (other.isConditional !== true) return [];
  const reason = one.isConditional
    ? 'It has a visible rule, and the manifests do not show whether the rule changed'
    : 'It has a visible rule now, which may hide it from callers who could see it before';
  return [difference('warning', 'visible-rule', reason)];
}

function deprecationDifferences({ deprecated: old }: Contract, { deprecated: now }: Contract): Difference[] {
  if (old === undefined && now !== undefined) return [difference('minor', 'deprecated', `It is deprecated: ${now}`)];
  if (old !== undefined && now === undefined)
    return [difference('patch', 'undeprecated', 'It is no longer deprecated')];
  return old === now ? [] : [difference('patch', 'deprecation-changed', `It is deprecated: ${now}`)];
}

function asToolDifferences({ asTool: old }: Contract, { asTool: now }: Contract): Difference[] {
  if ((old === true) === (now === true)) return [];
  return now === true
    ? [difference('minor', 'as-tool-gained', 'Clients get it as a tool, too')]
    : [difference('major', 'as-tool-lost', 'Clients no longer get it as a tool')];
}

/** The properties that are compared as a whole, with the level of a change. */
const PROPERTIES: readonly (readonly [member: keyof Contract, level: Level, rule: string])[] = [
  ['title', 'patch', 'text-changed'],
  ['description', 'patch', 'text-changed'],
  ['icons', 'patch', 'icons-changed'],
  ['tags', 'patch', 'tags-changed'],
  ['annotations', 'minor', 'annotations-changed'],
  ['uri', 'major', 'uri-changed'],
  ['uriTemplate', 'major', 'uri-changed'],
  ['mimeType', 'major', 'mime-type-changed'],
];

function propertyDifferences(one: Contract, other: Contract): Difference[] {
  return PROPERTIES.flatMap(([member, level, rule]) => {
    // If the deprecation changed, ignores the description, because it starts with the deprecation notice.
    const hasChangedNotice = member === 'description' && one.deprecated !== other.deprecated;
    if (hasChangedNotice || isSame(one[member], other[member])) return [];
    const [old, now] = [one[member], other[member]];
    const areShown = typeof now === 'string' && typeof old === 'string' && level !== 'patch';
    const reason = areShown
      ? `Its ${member} is ${valueList([now])} instead of ${valueList([old])}`
      : `Its ${member} changed`;
    return [difference(level, rule, reason)];
  });
}

function difference(level: Level, rule: string, reason: string): Difference {
  return { level, rule, reason };
}
