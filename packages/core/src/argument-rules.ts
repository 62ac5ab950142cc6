import {
  getMetadataStorage,
  IsOptional,
  registerDecorator,
  validate,
  type ValidationArguments,
  type ValidationError,
  ValidationTypes,
} from 'class-validator';
import type { ArgumentFault } from './errors.js';
import type { Class } from './types.js';

type Rule = ReturnType<ReturnType<typeof getMetadataStorage>['getTargetValidationMetadatas']>[number];

const REQUIRED = 'required';

/** The class-validator rules of one arguments class, ours among them. */
export class ArgumentRules {
  readonly #type: Class;
  readonly #rules: readonly Rule[];

  constructor(type: Class) {
    this.#type = type;
    this.#rules = getMetadataStorage().getTargetValidationMetadatas(type, '', false, false);
  }

  /** Whether `@IsOptional()` lets the argument be absent. */
  isOptional(property: string): boolean {
    return this.#conditions(property).some(({ name }) => name === 'isOptional');
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

/**
 * Makes an argument required or optional by class-validator's own means, so that there is one verdict and one place for
 * it. Declaring the same class in two registries adds nothing the second time.
 */
export function declareRequired(type: Class, property: string, { required, allowEmpty = false }: Presence): void {
  const rules = getMetadataStorage().getTargetValidationMetadatas(type, '', false, false);
  const declared = rules.some(({ target, propertyName, name }) => {
    return target === type && propertyName === property && (name === REQUIRED || name === 'isOptional');
  });
  if (declared) return;
  if (required)
    registerDecorator({ target: type, propertyName: property, name: REQUIRED, validator: presence(allowEmpty) });
  else IsOptional()(type.prototype as object, property);
}

interface Presence {
  readonly required: boolean;
  readonly allowEmpty?: boolean | undefined;
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
