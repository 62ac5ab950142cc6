import { argumentOf } from './argument-plan.js';
import type { ArgumentType } from './argument-type.js';
import { type Defect, defect } from '../definition-error.js';
import { ObjectType } from './object-types.js';
import { knownRule } from './rule-descriptions.js';
import { commonType } from './scalar-types.js';
import type { Validation, ValidationPlan } from './validation.js';

// Returns the defects of an initial value. With such a defect, every request that omits the argument would fail.

export function initialValueDefects(type: ArgumentType, initial: unknown): Defect[] {
  if (initial === undefined || initial === null) return [];
  const { items } = type;
  if (items === undefined || !Array.isArray(initial)) return findDefects(type, initial, 'has an initial value');
  return initial.flatMap((item) => findDefects(items, item, 'has an initial value with an item')).slice(0, 1);
}

function findDefects(type: ArgumentType, value: unknown, subject: string): Defect[] {
  const base = type.base ?? type;
  // NaN and invalid dates pass this check, because they have the right type. The last check rejects them.
  if (base.jsType !== undefined && !base.is(value) && commonType([value]) !== base) {
    const problem = `${subject} that is not of the type ${base.jsType}`;
    return [valueDefect(problem, 'Use a value of that type, or declare another type')];
  }
  if (type instanceof ObjectType) {
    const { name } = type.type;
    const remedy = `Use an instance of ${name}, or remove the initial value`;
    return value instanceof type.type ? [] : [valueDefect(`${subject} that is not an instance of ${name}`, remedy)];
  }
  if (type.is(value)) return [];
  const reason = base === type ? `no request can contain: ${String(value)}` : `is not ${type.expected}`;
  return [valueDefect(`${subject} that ${reason}`, 'Use a valid value, or remove the initial value')];
}

function valueDefect(problem: string, remedy: string): Defect {
  return defect('initial-value-invalid', problem, remedy);
}

/**
 * Returns the defects of initial values that break rules, as pairs of property and defect. Checks only
 * class-validator's own rules without conditions: other rules may need services, and conditions may depend on other
 * arguments.
 */
export function brokenRuleDefects(plan: ValidationPlan, instance: object): (readonly [string, Defect])[] {
  const validation: Validation = { faults: [], pending: [], ancestors: [], isStartup: true };
  plan.check(instance, '', validation);
  return validation.faults.flatMap(({ argument, rule }) => {
    const property = argumentOf(argument);
    const decorator = knownRule(rule)?.decorator;
    if (decorator === undefined || (instance as Values)[property] === undefined) return [];
    return [[property, brokenRuleDefect(argument.slice(property.length).replace(/^\./, ''), decorator)] as const];
  });
}

type Values = Readonly<Record<string, unknown>>;

/** @param path the path into the initial value */
function brokenRuleDefect(path: string, decorator: string): Defect {
  if (path !== '' && decorator === '@IsDefined()') {
    const problem = `has an initial value without ${path}, which is required`;
    return valueDefect(problem, 'Set every required property, or remove the initial value');
  }
  const problem = `has an initial value${path === '' ? ` that ${decorator} rejects` : `, but ${decorator} rejects its ${path}`}`;
  return valueDefect(problem, 'Use a value that passes the rule, or remove the initial value');
}
