import type { ArgumentType, ValueType } from './argument-type.js';
import type { Defect } from '../definition-error.js';
import { ListType, MAX_ITEMS } from './object-types.js';
import { isCondition } from '../validation/property-plan.js';
import { describeRule } from '../validation/rules.js';
import { constraintsOf } from '../validation/rule-message.js';
import type { RuleContent } from '../validation/validation-rules.js';

/** A value that is not an object: rules compare objects by identity, and a read object is identical to no other. */
export function isPrimitive(value: unknown): boolean {
  return Object(value) !== value;
}

/** Whether a value that was read can be equal to this one. */
export function isReadable(value: unknown, { is }: ValueType): boolean {
  return isPrimitive(value) && is(value);
}

/** What is wrong with rules that no value can keep together, or not within the limits of its type. */
export function impossibleTogether(type: ArgumentType, rules: readonly RuleContent[]): Defect[] {
  const judged = rules.filter(({ name, validateIf }) => JUDGED.has(name) && validateIf === undefined);
  if (judged.length === 0) return [];
  if (rules.some(isCondition)) return [];
  const whole = judged.filter(({ each }) => !each);
  const others = type instanceof ListType ? whole.filter((rule) => asksForOthers(rule, type)) : [];
  const limits = type instanceof ListType ? { ...LENGTHS, maxItems: MAX_ITEMS } : LENGTHS;
  const ofItems = judged.filter(({ each }) => each);
  return [
    ...others.map(() => OTHERS),
    ...boundFaults([...whole.map(boundsOf), limits], ''),
    ...boundFaults([...ofItems.map(boundsOf), LENGTHS], 'has items that '),
  ];
}

/** The rules that can be judged so: most arguments have no such rule. */
const JUDGED: ReadonlySet<string | undefined> = new Set(
  'min max minLength maxLength isLength arrayMinSize arrayMaxSize arrayNotEmpty arrayContains'.split(' '),
);

const OTHERS: Defect = {
  id: 'rules-contradictory',
  problem: 'is a list that cannot have all items of @ArrayContains()',
  remedy: 'List only items that it can have, or drop @ArrayContains()',
};

function asksForOthers(rule: RuleContent, { items }: ListType): boolean {
  const [wanted] = rule.name === 'arrayContains' ? constraintsOf(rule) : [];
  return Array.isArray(wanted) && !wanted.every((item) => isReadable(item, items.valueType));
}

/** The bounds of a rule, as JSON Schema names them. */
type Bounds = Readonly<Record<string, unknown>>;

const LENGTHS: Bounds = { minLength: 0, minItems: 0 };

function boundsOf(rule: RuleContent): Bounds {
  return describeRule(rule).schema ?? {};
}

const BOUNDS = [
  ['minimum', 'maximum', (least: number, most: number) => `must be at least ${least} and at most ${most}`],
  [
    'minLength',
    'maxLength',
    (least: number, most: number) => `must have ${atLeast(least, 'character')} and at most ${most}`,
  ],
  ['minItems', 'maxItems', (least: number, most: number) => `must have ${atLeast(least, 'item')} and at most ${most}`],
] as const;

function atLeast(least: number, what: string): string {
  return `at least ${least} ${what}${least === 1 ? '' : 's'}`;
}

function boundFaults(bounds: readonly Bounds[], subject: string): Defect[] {
  const all = (name: string) => bounds.map((each) => each[name]).filter((bound) => typeof bound === 'number');
  return BOUNDS.flatMap(([lower, upper, says]) => {
    const [least, most] = [Math.max(...all(lower)), Math.min(...all(upper))];
    const problem = subject + says(least, most);
    return least > most ? [{ id: 'rules-contradictory', problem, remedy: 'Change one of the two' }] : [];
  });
}
