import { DefinitionError } from '@cuecard/core';

/** The faults of what is made, each as the error prints it; none if it is sound. */
export function linesOf(make: () => unknown): string[] {
  try {
    make();
    return [];
  } catch (error) {
    if (!(error instanceof DefinitionError)) throw error;
    return error.faults.map(({ where, problem, remedy }) => `${where} ${problem}. ${remedy}.`);
  }
}
