import type { ValidationArguments } from 'class-validator';
import { constraintsOf, type RuleMetadata } from './rule-records.js';

/** The message of a broken rule, without the value that broke it or the value of any other argument. */
export function ruleMessage(
  metadata: RuleMetadata,
  { targetName, label, value, defaultMessage }: RuleViolation,
): string {
  const name = label ?? metadata.propertyName;
  const args: ValidationArguments = {
    targetName,
    property: metadata.propertyName,
    object: {},
    value: metadata.name === 'isLength' && !metadata.message ? lengthOf(value) : HIDDEN_VALUE,
    constraints: constraintsOf(metadata),
  };
  try {
    const message = metadata.message || defaultMessage(args);
    return interpolate(typeof message === 'function' ? message(args) : message, name, args) || invalidMessage(name);
  } catch {
    return invalidMessage(name); // The message function needs the value, which it does not get.
  }
}

interface RuleViolation {
  readonly targetName: string;
  /** Replaces `$property`; by default the property's name. */
  readonly label: string | undefined;
  readonly value: unknown;
  readonly defaultMessage: (args: ValidationArguments) => string | undefined;
}

const HIDDEN_VALUE = 'the value';

// The message of `@Length` depends on the length of the value.
function lengthOf(value: unknown): unknown {
  return value ? { length: (value as { readonly length?: unknown }).length, toString: () => HIDDEN_VALUE } : '';
}

function invalidMessage(name: string): string {
  return `${name} is not valid`;
}

function interpolate(message: string | undefined, name: string, { constraints, targetName }: ValidationArguments) {
  return message
    ?.replace(/\$constraint(\d+)/g, (token, number: string) => {
      const index = Number(number) - 1;
      return Object.hasOwn(constraints, index) ? show(constraints[index]) : token;
    })
    .replaceAll('$value', HIDDEN_VALUE)
    .replaceAll('$target', targetName)
    .replaceAll('$property', () => name);
}

function show(constraint: unknown): string {
  return Array.isArray(constraint) ? constraint.join(', ') : String(constraint);
}
