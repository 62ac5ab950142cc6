import type { ArgumentType } from './argument-type.js';
import type { Defect } from '../definition-error.js';
import { EnumType, ForeignType, ListType, NestedType } from './object-types.js';
import { constraintsOf, type RuleMetadata } from './rule-records.js';
import { decoratorOf } from './rule-descriptions.js';
import { SCALAR_TYPES } from './scalar-types.js';
import { isAbsent, type PropertyPlan, type ValidationPlan } from './validation.js';

// The faults of initial values that no request can give, or that break a rule, so that every request without the argument
// would be refused.

/** The faults of an initial value that no request can give. */
export function initialValueFaults(type: ArgumentType, initial: unknown): Defect[] {
  if (initial === undefined || initial === null) return [];
  if (!(type instanceof ListType && Array.isArray(initial))) return faultsOf(type, initial, 'has an initial value');
  const defects: Defect[] = initial.flatMap((item) => {
    return faultsOf(type.items, item, 'has an initial value with an item');
  });
  return defects.slice(0, 1);
}

function faultsOf(type: ArgumentType, value: unknown, subject: string): Defect[] {
  const base = type instanceof EnumType ? type.base : type;
  const { name: typeName, is } = base.valueType;
  // NaN and invalid dates are of their type.
  if (typeName !== undefined && !is(value) && SCALAR_TYPES.get(Object(value).constructor) !== base)
    return [wrong(`${subject} that is not of the type ${typeName}`, OTHER_TYPE)];
  if (type instanceof NestedType || type instanceof ForeignType) {
    const { name } = type.type;
    const remedy = `Give it an instance of ${name} with its members, or none`;
    return value instanceof type.type ? [] : [wrong(`${subject} that is not an instance of ${name}`, remedy)];
  }
  if (type.valueType.is(value)) return [];
  const reason = type instanceof EnumType ? `is not ${type.expected}` : `no request can give: ${String(value)}`;
  return [wrong(`${subject} that ${reason}`, 'Give it another, or none')];
}

function wrong(problem: string, remedy: string): Defect {
  return { id: 'initial-value-invalid', problem, remedy };
}

const OTHER_TYPE = 'Use a value of that type, or declare another type';

/** The fault of a value at a path, empty for the initial value itself, that is absent or breaks a rule. */
function brokenFault(path: string, rule?: RuleMetadata): Defect {
  if (rule === undefined)
    return wrong(
      `has an initial value without ${path}, which is required`,
      'Set every required property, or leave it out',
    );
  const decorator = decoratorOf(rule) ?? rule.name;
  const problem = `has an initial value ${path === '' ? 'that' : `whose ${path}`} ${decorator} refuses`;
  return wrong(problem, 'Use a value that passes the rule, or remove it');
}

/** A property, and the fault of its initial value. */
export interface InitialFault {
  readonly property: string;
  readonly fault: Defect;
}

/**
 * The faults of a new instance that breaks rules. Only unconditional rules of class-validator are checked: rules of the
 * application may need services, and conditions may depend on other arguments.
 */
export function brokenInitialValues(plan: ValidationPlan, object: object): readonly InitialFault[] {
  return plan.properties.flatMap((property) => {
    if (valueOf(object, property.name) === undefined) return [];
    const faults = findBroken(plan, property, object, { path: '', above: [object] });
    return faults.map((fault) => ({ property: property.name, fault }));
  });
}

/** The location of a property in the object that is judged. */
interface PropertyLocation {
  /** The path to the property; empty for a property of the object itself. */
  readonly path: string;
  /** The objects that it is in. */
  readonly above: readonly object[];
}

function findBroken(plan: ValidationPlan, property: PropertyPlan, object: object, place: PropertyLocation): Defect[] {
  const { name, argument, conditions, isOptional, isNested } = property;
  const { path } = place;
  const value = valueOf(object, name);
  if (conditions.length > 0 || (isOptional && (value === undefined || value === null))) return [];
  if (argument !== undefined && isAbsent(value, argument)) return argument.isRequired ? [brokenFault(path)] : [];
  const certain = property.rules.filter(({ metadata }) => decoratorOf(metadata) !== undefined && isConstant(metadata));
  const broken = certain.filter((rule) => plan.isBroken(rule, { object, value, path: name }));
  return [
    ...broken.map(({ metadata }) => brokenFault(path, metadata)),
    ...(isNested ? findBrokenInside(plan, value, place) : []),
  ];
}

/** The rules that the members of an object break, or of the objects in a list. */
function findBrokenInside(plan: ValidationPlan, value: unknown, { path, above }: PropertyLocation): Defect[] {
  if (typeof value !== 'object' || value === null || above.includes(value)) return []; // Objects may hold themselves.
  const within = [...above, value];
  if (Array.isArray(value)) {
    return value.flatMap((item, index) => findBrokenInside(plan, item, { path: `${path}[${index}]`, above: within }));
  }
  const inner = plan.rulesFor(value);
  if (inner === undefined) return [];
  const placeOf = ({ name }: PropertyPlan) => ({ path: path === '' ? name : `${path}.${name}`, above: within });
  return inner.properties.flatMap((each) => findBroken(inner, each, value, placeOf(each)));
}

/** A date that is computed on each call, such as the current one, will allow other values later. */
function isConstant(rule: RuleMetadata): boolean {
  const { name, validateIf } = rule;
  const [first] = constraintsOf(rule);
  const isComputed = (name === 'minDate' || name === 'maxDate') && typeof first === 'function';
  return validateIf === undefined && !isComputed;
}

function valueOf(object: object, property: string): unknown {
  return (object as Readonly<Record<string, unknown>>)[property];
}
