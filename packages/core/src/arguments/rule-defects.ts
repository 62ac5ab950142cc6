import type { ArgumentType } from './argument-type.js';
import { type Defect, defect } from '../definition-error.js';
import { MAX_ITEMS } from './object-types.js';
import type { PropertyRules, Rule } from './rule.js';
import { count, listedValues } from './rule-descriptions.js';

/** The faults of the rules of an argument that no value passes, alone or together. */
export function ruleDefects(type: ArgumentType, { all, nested, certain }: PropertyRules): Defect[] {
  const isNestable = nested === undefined || typeof (type.items ?? type).samples[0] === 'object';
  return [
    ...(isNestable ? [] : [unnestable(type)]),
    ...all.filter((rule) => !canPass(rule)).map((rule) => refusalBy(rule, type)),
    ...contradictions(type, certain),
  ];
}

/** Whether a rule may pass some value of its type, as the application's own rules may. */
function canPass(rule: Rule): boolean {
  const { type, known, metadata, judgesText } = rule;
  if (type?.jsType === undefined || known === undefined || judgesText) return true;
  const listed = listedValues(metadata, (value) => value === undefined || value === null || isReadable(value, type));
  if (listed !== undefined) return listed.length > 0;
  const isOfType = type.values === undefined && known.types?.includes(type.jsType) !== false;
  // An application's rule may have the name of a class-validator rule: the samples distinguish them.
  return isOfType || !rule.refusesAll(type.samples);
}

function refusalBy(rule: Rule, type: ArgumentType): Defect {
  const { known, metadata } = rule;
  const { each } = metadata;
  const decorator = known?.decorator ?? '';
  const items = each ? type.items : undefined;
  const refusal = (remedy: string) => refused(decorator, items ?? type, items !== undefined, remedy);
  if (type.items !== undefined && canPass(rule.withEach(!each, type)))
    return refusal(each ? `Drop \`each: true\` from ${decorator}` : `Add \`each: true\` to ${decorator}`);
  const listed = listedValues(metadata);
  if (listed?.every(isPrimitive)) return refusal(`List values of that type in ${decorator}`);
  const [intended = 'another type'] = listed === undefined ? (known?.types ?? []) : ['string'];
  return refusal(redeclaration(decorator, INTENDED.get(intended) ?? intended, items !== undefined));
}

const INTENDED: ReadonlyMap<string, string> = new Map([
  ['Array', 'an array'],
  ['Object', 'a class'],
]);

function unnestable(type: ArgumentType): Defect {
  const isOfItems = type.items !== undefined;
  const decorator = '@ValidateNested()';
  return refused(decorator, type.items ?? type, isOfItems, redeclaration(decorator, 'a class', isOfItems));
}

function redeclaration(decorator: string, intended: string, isOfItems: boolean): string {
  return `Declare ${isOfItems ? 'its items' : 'the property'} as ${intended}, or drop ${decorator}`;
}

function refused(decorator: string, { base, expected, jsType }: ArgumentType, isOfItems: boolean, remedy: string) {
  const is = base === undefined ? `of the type ${jsType}` : expected;
  const subject = isOfItems ? `has items ${base === undefined ? '' : 'that are '}` : 'is ';
  return defect('rule-of-another-type', `${subject}${is}, which ${decorator} always refuses`, remedy);
}

/** A value that is not an object: rules compare objects by identity, and a read object is identical to no other. */
function isPrimitive(value: unknown): boolean {
  return Object(value) !== value;
}

/** Whether a value that was read can be equal to this one. */
function isReadable(value: unknown, { is }: ArgumentType): boolean {
  return isPrimitive(value) && is(value);
}

/** The faults of rules that no value passes together, or not within the limits of its type. */
function contradictions(type: ArgumentType, rules: readonly Rule[]): Defect[] {
  const { items } = type;
  const described = rules.map((rule) => ({ rule, ...rule.describe().schema }));
  if (items === undefined) return boundDefects([...described, LENGTHS], '');
  const [whole, ofItems] = [false, true].map((each) => described.filter(({ rule }) => rule.metadata.each === each));
  return [
    ...rules.filter((rule) => containsOthers(rule, items)).map(() => UNSATISFIABLE_CONTAINS),
    ...boundDefects([...(whole ?? []), { ...LENGTHS, maxItems: MAX_ITEMS }], ''),
    ...boundDefects([...(ofItems ?? []), LENGTHS], 'has items that '),
  ];
}

const UNSATISFIABLE_CONTAINS = defect(
  'rules-contradictory',
  'is a list that cannot have all items of @ArrayContains()',
  'List only items that it can have, or drop @ArrayContains()',
);

function containsOthers({ metadata, constraints }: Rule, items: ArgumentType): boolean {
  const [wanted] = metadata.name === 'arrayContains' && !metadata.each ? constraints : [];
  return Array.isArray(wanted) && !wanted.every((item) => isReadable(item, items));
}

/** The bounds of a rule, as JSON Schema names them. */
type Bounds = Readonly<Record<string, unknown>>;

const LENGTHS: Bounds = { minLength: 0, minItems: 0 };

const BOUNDS = [
  ['minimum', 'maximum', (min: number) => `be at least ${min}`],
  ['minLength', 'maxLength', (min: number) => `have at least ${count(min, 'character')}`],
  ['minItems', 'maxItems', (min: number) => `have at least ${count(min, 'item')}`],
] as const;

function boundDefects(bounds: readonly Bounds[], subject: string): Defect[] {
  return BOUNDS.flatMap(([lower, upper, atLeast]) => {
    const [min, max] = [Math.max(...valuesOf(bounds, lower)), Math.min(...valuesOf(bounds, upper))];
    const problem = `${subject}must ${atLeast(min)} and at most ${max}`;
    return min > max ? [defect('rules-contradictory', problem, 'Change one of the two')] : [];
  });
}

function valuesOf(bounds: readonly Bounds[], keyword: string): number[] {
  return bounds.map((each) => each[keyword]).filter((bound) => typeof bound === 'number');
}
