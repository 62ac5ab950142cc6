import type { ArgumentFault, DefinitionError, DefinitionFault } from '@cuecard/core';

/** The faults of a rejected definition, or `[]` if it is accepted. */
export function definitionFaults(make: () => unknown): readonly DefinitionFault[] {
  try {
    make();
    return [];
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'DefinitionError') throw error;
    return (error as DefinitionError).faults;
  }
}

/** The faults of a definition, each as the error prints it, or `[]` if it is accepted. */
export function linesOf(make: () => unknown): string[] {
  return definitionFaults(make).map(({ where, problem, remedy }) => `${where} ${problem}. ${remedy}.`);
}

/** The fault of a class, or of one of its properties: `pack/Type` or `Type.property`. */
export function faultAt(where: string, id: DefinitionFault['id'], problem: string, remedy: string): DefinitionFault {
  const [type = '', property] = where.slice(where.lastIndexOf('/') + 1).split('.');
  return { where, type, ...(property !== undefined && { property }), id, problem, remedy };
}

/** The fault of an argument that breaks a rule. */
export const argumentFault = (argument: string, rule: string, message: string, expected: string): ArgumentFault => ({
  argument,
  rule,
  message,
  expected,
});

/** The fault of a required argument that is missing. */
export const missingArgument = (argument: string): ArgumentFault => ({
  argument,
  rule: 'isDefined',
  message: `${argument} is required`,
});
