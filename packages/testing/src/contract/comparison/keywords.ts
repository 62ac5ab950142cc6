import type { Schema } from '../manifest/manifest.js';
import { type Effect, narrower, wider } from './change.js';
import { limitEffects } from './limits.js';
import { isSame, valueList, onlyIn } from './sets.js';

type KeywordComparison = (one: unknown, other: unknown, keyword: string) => Effect[];

/**
 * For each keyword, the function that returns how a change of it affects the accepted values. Keywords that are missing
 * here do not restrict values, or are compared elsewhere.
 */
const KEYWORDS: Readonly<Record<string, KeywordComparison>> = {
  enum: enumEffects,
  minLength: boundEffects(1),
  minItems: boundEffects(1),
  maxLength: boundEffects(-1),
  maxItems: boundEffects(-1),
  pattern: conditionEffects,
  format: conditionEffects,
  contentEncoding: conditionEffects,
  uniqueItems: conditionEffects,
  allOf: conditionEffects,
  'dev.cuecard/rules': ruleEffects,
};

const IGNORED_KEYWORDS = new Set(
  'type $ref $defs items properties required title description default examples additionalProperties minimum exclusiveMinimum maximum exclusiveMaximum'.split(
    ' ',
  ),
);

/** Returns the effects of changed keywords on the accepted values, except for items and properties. */
export function effectsOf(old: Schema, now: Schema): Effect[] {
  const [one, other] = [normalize(old), normalize(now)];
  const type = typeEffect(one, other);
  if (type?.effect === 'incomparable') return [type]; // If the types differ, other keywords do not matter.
  const keywords = new Set([...Object.keys(one), ...Object.keys(other)]);
  const effects = [...keywords].flatMap((keyword) => {
    // Ignores null, which other servers may send for a missing keyword.
    const [before, after] = [one[keyword] ?? undefined, other[keyword] ?? undefined];
    if (IGNORED_KEYWORDS.has(keyword) || isSame(before, after)) return [];
    const compare = Object.hasOwn(KEYWORDS, keyword) ? KEYWORDS[keyword] : undefined;
    return (compare ?? unknownKeywordEffects)(before, after, keyword);
  });
  return [...(type === undefined ? [] : [type]), ...limitEffects(one, other), ...effects];
}

function typeEffect(one: Schema, other: Schema): Effect | undefined {
  const [old, now] = [typesOf(one), typesOf(other)];
  if (isSame(old.toSorted(), now.toSorted())) return undefined;
  const reason = `accepts ${formatTypes(now)} instead of ${formatTypes(old)}`;
  const rule = 'type-changed';
  if (includesTypes(now, old)) return { effect: 'wider', rule, reason };
  return { effect: includesTypes(old, now) ? 'narrower' : 'incomparable', rule, reason };
}

/** Whether a schema accepts every string. */
export function isPlainText(schema: Schema): boolean {
  const says = Object.keys(schema).filter((keyword) => keyword !== 'type' && !IGNORED_KEYWORDS.has(keyword));
  return schema.type === 'string' && says.length === 0;
}

const ALL_TYPES = ['array', 'boolean', 'null', 'number', 'object', 'string'];

function typesOf({ type }: Schema): readonly string[] {
  return typeof type === 'string' ? [type] : (type ?? ALL_TYPES);
}

function includesTypes(types: readonly string[], others: readonly string[]): boolean {
  return others.every((each) => types.includes(each) || (each === 'integer' && types.includes('number')));
}

function formatTypes(types: readonly string[]): string {
  return isSame(types, ALL_TYPES) ? 'any value' : types.join(' or ');
}

function enumEffects(one: unknown, other: unknown): Effect[] {
  const [old, now] = [one, other] as [unknown[] | undefined, unknown[] | undefined];
  if (old === undefined) return [narrower('enum-introduced', `accepts only ${valueList(now ?? [])} now`)];
  if (now === undefined) return [wider('enum-lifted', `is no longer limited to ${valueList(old)}`)];
  const [removed, added] = [onlyIn(old, now), onlyIn(now, old)];
  return [
    ...(removed.length > 0 ? [narrower('values-removed', `no longer accepts ${valueList(removed)}`)] : []),
    ...(added.length > 0 ? [wider('values-added', `accepts ${valueList(added)}, too`)] : []),
  ];
}

/** Normalizes a schema: converts `const` to `enum`, and removes `uniqueItems: false`. */
function normalize({ const: only, ...schema }: Schema): Schema {
  const { uniqueItems, ...rest } = schema;
  return {
    ...rest,
    ...(uniqueItems === true && { uniqueItems }),
    ...(only !== undefined && { enum: [only] }),
  };
}

/** @param direction 1 for a lower limit, which narrows when it is raised; -1 for an upper limit */
function boundEffects(direction: 1 | -1): KeywordComparison {
  return (one, other, keyword) => {
    const [old, now] = [one, other] as [number | undefined, number | undefined];
    if (old === undefined) return [narrower('bound-introduced', `has ${keyword} ${now} now`)];
    if (now === undefined) return [wider('bound-lifted', `no longer has ${keyword}, which was ${old}`)];
    const change = `has ${keyword} ${now} instead of ${old}`;
    return [(now - old) * direction > 0 ? narrower('bound-narrowed', change) : wider('bound-widened', change)];
  };
}

function conditionEffects(one: unknown, other: unknown, keyword: string): Effect[] {
  const [old, now] = [JSON.stringify(one), JSON.stringify(other)];
  if (now === undefined) return [wider(`${toId(keyword)}-lifted`, `no longer has ${keyword}, which was ${old}`)];
  if (old === undefined) return [narrower(`${toId(keyword)}-introduced`, `has the ${keyword} ${now} now`)];
  return [
    { effect: 'incomparable', rule: `${toId(keyword)}-changed`, reason: `has the ${keyword} ${now} instead of ${old}` },
  ];
}

function ruleEffects(one: unknown, other: unknown): Effect[] {
  const [old, now] = [(one ?? []) as string[], (other ?? []) as string[]];
  return [
    ...onlyIn(now, old).map((rule) => narrower('rule-added', `must pass the rule ${rule} now`)),
    ...onlyIn(old, now).map((rule) => wider('rule-removed', `no longer has to pass the rule ${rule}`)),
  ];
}

function unknownKeywordEffects(_one: unknown, _other: unknown, keyword: string): Effect[] {
  return [{ effect: 'incomparable', rule: 'schema-changed', reason: `has a different ${keyword}` }];
}

/** Converts `allOf` to `all-of`, for the id of a change. */
function toId(keyword: string): string {
  return keyword.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
