import {
  getMetadataStorage,
  IsOptional,
  registerDecorator,
  validate,
  ValidateIf,
  type ValidationArguments,
  type ValidationError,
  ValidationTypes,
} from 'class-validator';
import type { ArgumentFault } from './errors.js';
import type { Class } from './types.js';

type Rule = ReturnType<ReturnType<typeof getMetadataStorage>['getTargetValidationMetadatas']>[number];

// class-validator's own name. A subclass that declares a rule loses all inherited ones of the same type, and all but a
// few share one; this one has a type to itself.
const REQUIRED = 'isDefined';
const OPTIONAL = 'isOptional';

/** The class-validator rules of one arguments class, ours among them. */
export class ArgumentRules {
  readonly #type: Class;
  readonly #rules: readonly Rule[];

  constructor(type: Class) {
    this.#type = type;
    this.#rules = rulesOf(type);
  }

  /** Whether `@IsOptional()` lets the argument be absent. */
  isOptional(property: string): boolean {
    return this.#conditions(property).some(({ name }) => name === OPTIONAL);
  }

  /** Whether `@IsOptional()` or `@ValidateIf()` may switch the argument's rules off. */
  isConditional(property: string): boolean {
    return this.#conditions(property).length > 0;
  }

  /** All rules that the instance breaks. An argument that is absent but required breaks only that one. */
  async check(args: object): Promise<ArgumentFault[]> {
    const errors = await validate(args, { forbidUnknownValues: false });
    return errors.flatMap((error) => this.#faults(error));
  }

  #conditions(property: string): Rule[] {
    return this.#rules.filter(
      ({ propertyName, type }) => propertyName === property && type === ValidationTypes.CONDITIONAL_VALIDATION,
    );
  }

  #faults({ property, constraints = {} }: ValidationError): ArgumentFault[] {
    const broken = REQUIRED in constraints ? [REQUIRED] : Object.keys(constraints);
    return broken.map((rule) => ({ argument: property, rule, message: this.#message(property, rule) }));
  }

  // class-validator's own messages may hold the value; so each is made again, from its rule and without the value.
  #message(property: string, name: string): string {
    const rule = this.#rules.find((candidate) => candidate.propertyName === property && nameOf(candidate) === name);
    const message = rule && messageOf(rule, this.#type.name);
    return message || `${property} is not valid`;
  }
}

/** Makes an argument required by class-validator's own means, so that there is one verdict and one place for it. */
export function declareRequired(type: Class, property: string, allowEmpty: boolean): void {
  if (isDeclared(type, property, REQUIRED)) return;
  registerDecorator({ target: type, propertyName: property, name: REQUIRED, validator: presence(allowEmpty) });
}

/** Makes the rules of an argument hold only where it is there. */
export function declareOptional(type: Class, property: string): void {
  if (isDeclared(type, property, OPTIONAL)) return;
  const prototype = type.prototype as object;
  // A condition on the class hides the inherited ones, so they are declared on it too.
  for (const { target, propertyName, type: kind, constraints } of rulesOf(type)) {
    const isInherited = target !== type && propertyName === property && kind === ValidationTypes.CONDITIONAL_VALIDATION;
    if (isInherited) ValidateIf(constraints[0] as (args: object) => boolean)(prototype, property);
  }
  IsOptional()(prototype, property);
}

function rulesOf(type: Class): readonly Rule[] {
  return getMetadataStorage().getTargetValidationMetadatas(type, '', false, false);
}

/** Whether the class itself has the rule: declaring it in two registries adds nothing the second time. */
function isDeclared(type: Class, property: string, name: string): boolean {
  return rulesOf(type).some((rule) => rule.target === type && rule.propertyName === property && rule.name === name);
}

function presence(allowEmpty: boolean) {
  return {
    validate: (value: unknown) => value !== undefined && (allowEmpty || value !== ''),
    defaultMessage: () => '$property is required',
  };
}

function nameOf(rule: Rule): string {
  return constraintOf(rule)?.name ?? rule.name ?? rule.type;
}

function constraintOf({ constraintCls }: Rule) {
  return getMetadataStorage().getTargetValidatorConstraints(constraintCls)[0];
}

function messageOf(rule: Rule, targetName: string): string | undefined {
  const args: ValidationArguments = {
    targetName,
    property: rule.propertyName,
    object: {},
    value: 'the value',
    constraints: (rule.constraints as unknown[] | undefined) ?? [],
  };
  try {
    const message = rule.message || constraintOf(rule)?.instance.defaultMessage?.(args);
    return fill(typeof message === 'function' ? message(args) : message, args);
  } catch {
    return undefined; // A message made from the value or the other arguments; it gets neither.
  }
}

function fill(message: string | undefined, { constraints, property, targetName }: ValidationArguments) {
  return message
    ?.replace(/\$constraint(\d+)/g, (token, index: string) => show(constraints[Number(index) - 1]) ?? token)
    .replaceAll('$value', 'the value')
    .replaceAll('$property', property)
    .replaceAll('$target', targetName);
}

function show(constraint: unknown): string | undefined {
  if (constraint === undefined) return undefined;
  return Array.isArray(constraint) ? constraint.join(', ') : String(constraint);
}
