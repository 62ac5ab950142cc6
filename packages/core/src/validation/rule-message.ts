import type { ValidationArguments } from 'class-validator';
import type { RuleMetadata } from './validation-rules.js';

/** The most of a rule's message that can be said without the value that broke it, or any other argument's. */
export function ruleMessage(metadata: RuleMetadata, { targetName, value, defaultMessage }: Broken): string {
  const args: ValidationArguments = {
    targetName,
    property: metadata.propertyName,
    object: {},
    value: metadata.name === 'isLength' && !metadata.message ? lengthOf(value) : UNSAID,
    constraints: constraintsOf(metadata),
  };
  try {
    const message = metadata.message || defaultMessage(args);
    return fill(typeof message === 'function' ? message(args) : message, args) || notValid(metadata);
  } catch {
    return notValid(metadata); // It was to be made from the value, and gets none.
  }
}

interface Broken {
  readonly targetName: string;
  readonly value: unknown;
  readonly defaultMessage: (args: ValidationArguments) => string | undefined;
}

const UNSAID = 'the value';

// The message of `@Length` says whether the value is too short or too long, and asks the value itself for that.
function lengthOf(value: unknown): unknown {
  return value ? { length: (value as { readonly length?: unknown }).length, toString: () => UNSAID } : '';
}

/** What a rule was given, such as the values of `@IsIn`. */
export function constraintsOf({ constraints }: RuleMetadata): unknown[] {
  return (constraints as unknown[] | undefined) ?? [];
}

function notValid({ propertyName }: RuleMetadata): string {
  return `${propertyName} is not valid`;
}

function fill(message: string | undefined, { constraints, property, targetName }: ValidationArguments) {
  return message
    ?.replace(/\$constraint(\d+)/g, (token, number: string) => {
      const index = Number(number) - 1;
      return Object.hasOwn(constraints, index) ? show(constraints[index]) : token;
    })
    .replaceAll('$value', UNSAID)
    .replaceAll('$property', property)
    .replaceAll('$target', targetName);
}

function show(constraint: unknown): string {
  return Array.isArray(constraint) ? constraint.join(', ') : String(constraint);
}
