import { DefinitionError, type Runtime } from '@cuecard/core';
import type { LabelMove } from '../api.js';
import { RequestFault } from '../http/request-fault.js';
import { kindIn, textIn } from './given-values.js';

/**
 * Moves a label as a request asks: `{ kind, label, to }`.
 * @throws {RequestFault} if it cannot be moved there
 */
export function moveLabel(runtime: Runtime, given: unknown): void {
  const { kind, label, to } = moveIn(given);
  try {
    runtime.replace(runtime.registry.withLabel(label, to, kind));
  } catch (error) {
    if (!(error instanceof DefinitionError)) throw error;
    const reasons = error.faults.map(({ where, problem, remedy }) => `${where} ${problem}. ${remedy}`);
    throw new RequestFault(409, 'label', reasons.join('\n'));
  }
}

function moveIn(given: unknown): LabelMove {
  return { kind: kindIn(given), label: textIn(given, 'label'), to: textIn(given, 'to') };
}
