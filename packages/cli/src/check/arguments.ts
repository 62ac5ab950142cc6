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

const VALUES = new Set(['date', 'date-time', 'uri']);

/** Whether a caller can write what they like into an argument. */
export function isFreeText(argument: ArgDefinition, schema: Schema): boolean {
  const isValue = schema['contentEncoding'] !== undefined || VALUES.has(String(schema['format']));
  return argument.acceptsAnyText && schema.type === 'string' && !isValue;
}

/** How a definition is called in messages. */
export function subjectOf({ kind, name, version }: Pick<Definition, 'kind' | 'name' | 'version'>): string {
  return `${kind.name} ${name}${version === undefined ? '' : `@${version}`}`;
}
