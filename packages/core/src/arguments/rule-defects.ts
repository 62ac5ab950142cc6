import type { ArgumentType } from './argument-type.js';
import { type Defect, defect } from '../definition-error.js';
import type { JsonSchema } from '../json-schema.js';
import { MAX_ITEMS } from './object-types.js';
import type { PropertyRules, Rule } from './rule.js';
import { pluralize, listedValues } from './rule-descriptions.js';

/** Returns the defects of rules that no value can pass, and of rules that no value can pass together. */
export function ruleDefects(type: ArgumentType, { all, nested, certain }: PropertyRules): Defect[] {
  const isNestable = nested === undefined || typeof (type.items ?? type).samples[0] === 'object';
  return [
    ...(isNestable ? [] : [nestingDefect(type)]),
    ...all.filter((rule) => !canPass(rule)).map((rule) => unsatisfiableRuleDefect(rule, type)),
    ...contradictionDefects(type, certain),
  ];
}

/** Whether some value of the type may pass a rule. Returns `true` for the application's own rules. */
function canPass(rule: Rule): boolean {
  const { type, known, metadata, judgesText } = rule;
  if (type?.jsType === undefined || known === undefined || judgesText) return true;
  const listed = listedValues(metadata, (value) => value === undefined || value === null || isReadable(value, type));
  if (listed !== undefined) return listed.length > 0;
  const isOfType = type.values === undefined && known.types?.includes(type.jsType) !== false;
  // An application rule may have the same name as a class-validator rule. Trying the samples shows which it is.
  return isOfType || !rule.refusesAll(type.samples);
}

function unsatisfiableRuleDefect(rule: Rule, type: ArgumentType): Defect {
  const decorator = rule.known?.decorator ?? '';
  const forItems = rule.metadata.each && type.items !== undefined;
  return refusedTypeDefect(decorator, rule.type ?? type, forItems, remedyFor(rule, type, decorator));
}

function remedyFor(rule: Rule, type: ArgumentType, decorator: string): string {
  const { known, metadata } = rule;
  const { each } = metadata;
  if (type.items !== undefined && canPass(rule.withEach(!each, type)))
    return each ? `Remove \`each: true\` from ${decorator}` : `Add \`each: true\` to ${decorator}`;
  const listed = listedValues(metadata);
  if (listed?.every(isPrimitive)) return `List only values of that type in ${decorator}`;
  const intended = listed === undefined ? known?.types?.[0] : 'string';
  return redeclareRemedy(decorator, intended, each && type.items !== undefined);
}

const TYPE_NOUNS: ReadonlyMap<string, string> = new Map([
  ['Array', 'an array'],
  ['Object', 'a class'],
]);

function nestingDefect(type: ArgumentType): Defect {
  const forItems = type.items !== undefined;
  const decorator = '@ValidateNested()';
  return refusedTypeDefect(decorator, type.items ?? type, forItems, redeclareRemedy(decorator, 'Object', forItems));
}

function redeclareRemedy(decorator: string, intended = 'another type', forItems: boolean): string {
  const subject = forItems ? 'its items' : 'the property';
  return `Declare ${subject} as ${TYPE_NOUNS.get(intended) ?? intended}, or remove ${decorator}`;
}

function refusedTypeDefect(
  decorator: string,
  { base, expected, jsType }: ArgumentType,
  forItems: boolean,
  remedy: string,
) {
  const description = base === undefined ? `of the type ${jsType}` : expected;
  const subject = forItems ? `has items ${base === undefined ? '' : 'that are '}` : 'is ';
  return defect('rule-of-another-type', `${subject}${description}, which ${decorator} always rejects`, remedy);
}

/**
 * Whether a value is not an object. Rules compare objects by identity, and an object read from a request is never
 * identical to a listed one.
 */
function isPrimitive(value: unknown): boolean {
  return Object(value) !== value;
}

/** Whether a value read from a request can equal this value. */
function isReadable(value: unknown, { is }: ArgumentType): boolean {
  return isPrimitive(value) && is(value);
}

/** Returns the defects of rules that contradict each other or the limits of the type. */
function contradictionDefects(type: ArgumentType, rules: readonly Rule[]): Defect[] {
  const { items } = type;
  const schemas = rules.map((rule) => rule.describe().schema ?? {});
  if (items === undefined) return limitDefects([LENGTHS, ...schemas], '');
  const selectSchemas = (isForItems: boolean) => schemas.filter((_, at) => rules[at]?.metadata.each === isForItems);
  return [
    ...rules.filter((rule) => containsUnreadable(rule, items)).map(() => UNSATISFIABLE_CONTAINS),
    ...limitDefects([LENGTHS, { maxItems: MAX_ITEMS }, ...selectSchemas(false)], ''),
    ...limitDefects([LENGTHS, ...selectSchemas(true)], 'has items that '),
  ];
}

const UNSATISFIABLE_CONTAINS = defect(
  'rules-contradictory',
  'is an array that cannot contain all items of @ArrayContains()',
  'List only items of the right type in @ArrayContains(), or remove the decorator',
);

function containsUnreadable({ metadata, constraints }: Rule, items: ArgumentType): boolean {
  const [required] = metadata.name === 'arrayContains' && !metadata.each ? constraints : [];
  return Array.isArray(required) && !required.every((item) => isReadable(item, items));
}

const LENGTHS: JsonSchema = { minLength: 0, minItems: 0 };

const LIMIT_KEYWORDS = [
  ['minimum', 'maximum', (min: number) => `be at least ${min}`],
  ['minLength', 'maxLength', (min: number) => `have at least ${pluralize(min, 'character')}`],
  ['minItems', 'maxItems', (min: number) => `have at least ${pluralize(min, 'item')}`],
] as const;

function limitDefects(schemas: readonly JsonSchema[], subject: string): Defect[] {
  return LIMIT_KEYWORDS.flatMap(([lower, upper, atLeast]) => {
    const [min, max] = [limitFor(schemas, lower, Math.max), limitFor(schemas, upper, Math.min)];
    const problem = `${subject}must ${atLeast(min)} and at most ${max}`;
    return min > max ? [defect('rules-contradictory', problem, 'Change one of the two limits')] : [];
  });
}

function limitFor(schemas: readonly JsonSchema[], keyword: string, narrow: (...limits: number[]) => number): number {
  return schemas.reduce(
    (limit, { [keyword]: other }) => (typeof other === 'number' ? narrow(limit, other) : limit),
    narrow(),
  );
}
