import type { Schema } from '@cuecard/contract';
import type { ArgDefinition, Definition } from '@cuecard/core';
import type { CheckedDefinition, CheckedProject } from './rule.js';

/** An argument of a definition, with its schema. */
export interface CheckedArgument extends CheckedDefinition {
  readonly argument: ArgDefinition;
  readonly schema: Schema;
}

/** All arguments of a project. */
export function* argumentsOf({ definitions }: Pick<CheckedProject, 'definitions'>): Generator<CheckedArgument> {
  for (const each of definitions)
    for (const argument of each.definition.arguments.arguments)
      yield { ...each, argument, schema: each.contract.arguments?.properties?.[argument.name] ?? {} };
}

/** Whether a caller can write what they like into an argument. */
export function isFreeText({ acceptsAnyText, type }: ArgDefinition): boolean {
  return acceptsAnyText && type.rule === 'isString';
}

/** How a definition is called in messages. */
export function subjectOf({ kind, name, version }: Pick<Definition, 'kind' | 'name' | 'version'>): string {
  return `${kind.name} ${name}${version === undefined ? '' : `@${version}`}`;
}
