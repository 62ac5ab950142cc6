import type { Schema } from '@cuecard/testing/contract';
import type { ArgDefinition } from '@cuecard/core';
import type { CheckedDefinition, CheckedProject } from './rule.js';

/** An argument of a definition, with its schema. */
export interface CheckedArgument {
  readonly of: CheckedDefinition;
  readonly argument: string;
  readonly schema: Schema;
}

/** All arguments of a project. */
export function* argumentsOf({ definitions }: Pick<CheckedProject, 'definitions'>): Generator<CheckedArgument> {
  for (const each of definitions)
    for (const [argument, schema] of Object.entries(each.contract.arguments?.properties ?? {}))
      yield { of: each, argument, schema };
}

/** Whether an argument accepts any string. */
export function isFreeText({ acceptsAnyText, type }: ArgDefinition): boolean {
  return acceptsAnyText && type.rule === 'isString';
}
