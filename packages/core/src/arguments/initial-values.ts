import type { ArgumentType } from './argument-type.js';
import type { Defect } from '../definition-error.js';
import { EnumType, ForeignType, ListType, NestedType } from './object-types.js';
import { constraintsOf, type RuleMetadata } from './rule-records.js';
import { decoratorOf } from './rule-descriptions.js';
import { SCALAR_TYPES } from './scalar-types.js';
import { isAbsent, type PropertyPlan, type ValidationPlan } from './validation.js';

// The faults of initial values that no request can send, and of initial values that break a rule: every request without
// the argument would fail.

/** The defects of an initial value that no request can send. */
export function initialValueFaults(type: ArgumentType, initial: unknown): Defect[] {
  if (initial === undefined || initial === null) return [];
  if (!(type instanceof ListType && Array.isArray(initial))) return valueDefects(type, initial, 'has an initial value');
  const defects: Defect[] = initial.flatMap((item) => {
    return valueDefects(type.items, item, 'has an initial value with an item');
  });
  return defects.slice(0, 1);
}

function valueDefects(type: ArgumentType, value: unknown, subject: string): Defect[] {
  const base = type instanceof EnumType ? type.base : type;
  const { name: typeName, is } = base.valueType;
  // NaN is a number, and an invalid date is a Date.
  if (typeName !== undefined && !is(value) && SCALAR_TYPES.get(Object(value).constructor) !== base)
    return [badValue(`${subject} that is not of the type ${typeName}`, TYPE_REMEDY)];
  if (type instanceof NestedType || type instanceof ForeignType) {
    const { name } = type.type;
    const remedy = `Give it an instance of ${name} with its members, or none`;
    return value instanceof type.type ? [] : [badValue(`${subject} that is not an instance of ${name}`, remedy)];
  }
  if (type.valueType.is(value)) return [];
  const reason = type instanceof EnumType ? `is not ${type.expected}` : `no request can give: ${String(value)}`;
  return [badValue(`${subject} that ${reason}`, 'Give it another, or none')];
}

function badValue(problem: string, remedy: string): Defect {
  return { id: 'initial-value-invalid', problem, remedy };
}

const TYPE_REMEDY = 'Use a value of that type, or declare another type';

/** The defect of a value that is absent or breaks a rule. Its path is empty for the initial value itself. */
function brokenFault(path: string, rule?: RuleMetadata): Defect {
  if (rule === undefined)
    return badValue(
      `has an initial value without ${path}, which is required`,
      'Set every required property, or leave it out',
    );
  const decorator = decoratorOf(rule) ?? rule.name;
  const problem = `has an initial value ${path === '' ? 'that' : `whose ${path}`} ${decorator} refuses`;
  return badValue(problem, 'Use a value that passes the rule, or remove it');
}

/** A property, and the fault of its initial value. */
export interface InitialFault {
  readonly property: string;
  readonly fault: Defect;
}

/**
 * The faults of the initial values that break rules. Checks only class-validator's unconditional rules: the
 * application's rules may need services, and conditions may depend on other arguments.
 */
export function brokenInitialValues(plan: ValidationPlan, object: object): readonly InitialFault[] {
  return plan.properties.flatMap((property) => {
    if (valueOf(object, property.name) === undefined) return [];
    const faults = findBroken(plan, property, object, { path: '', parents: [object] });
    return faults.map((fault) => ({ property: property.name, fault }));
  });
}

/** The location of a property in the object that is judged. */
interface PropertyLocation {
  /** The path to the property; empty for a property of the object itself. */
  readonly path: string;
  /** The objects that contain the property, from the outside in. */
  readonly parents: readonly object[];
}

function findBroken(plan: ValidationPlan, property: PropertyPlan, object: object, at: PropertyLocation): Defect[] {
  const { name, argument, conditions, isOptional, isNested } = property;
  const { path } = at;
  const value = valueOf(object, name);
  if (conditions.length > 0 || (isOptional && (value === undefined || value === null))) return [];
  if (argument !== undefined && isAbsent(value, argument)) return argument.isRequired ? [brokenFault(path)] : [];
  const checked = property.rules.filter(({ metadata }) => decoratorOf(metadata) !== undefined && isConstant(metadata));
  const broken = checked.filter((rule) => plan.isBroken(rule, { object, value, path: name }));
  return [
    ...broken.map(({ metadata }) => brokenFault(path, metadata)),
    ...(isNested ? brokenMembers(plan, value, at) : []),
  ];
}

/** The defects of the members of an object, or of the objects in a list. */
function brokenMembers(plan: ValidationPlan, value: unknown, { path, parents }: PropertyLocation): Defect[] {
  if (typeof value !== 'object' || value === null || parents.includes(value)) return []; // Objects may hold themselves.
  const within = [...parents, value];
  if (Array.isArray(value)) {
    return value.flatMap((item, index) => brokenMembers(plan, item, { path: `${path}[${index}]`, parents: within }));
  }
  const inner = plan.rulesFor(value);
  if (inner === undefined) return [];
  const locationOf = ({ name }: PropertyPlan) => ({ path: path === '' ? name : `${path}.${name}`, parents: within });
  return inner.properties.flatMap((each) => findBroken(inner, each, value, locationOf(each)));
}

/** Whether a rule always accepts the same values: not if it computes its date on each call. */
function isConstant(rule: RuleMetadata): boolean {
  const { name, validateIf } = rule;
  const [first] = constraintsOf(rule);
  const isComputed = (name === 'minDate' || name === 'maxDate') && typeof first === 'function';
  return validateIf === undefined && !isComputed;
}

function valueOf(object: object, property: string): unknown {
  return (object as Readonly<Record<string, unknown>>)[property];
}
