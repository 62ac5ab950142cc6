import { DefinitionError, type Runtime } from '@cuecard/core';
import { RequestFault } from '../http/request-fault.js';
import { kindIn, numberIn, textIn } from './given-values.js';
import { answered, changeIn, labelStoreOf } from './label-store.js';

/**
 * Moves a label as a `MoveRequest` asks: in the store, or in memory where there is none.
 * @throws {RequestFault} if it cannot be moved there
 */
export async function moveLabel(runtime: Runtime, given: unknown): Promise<void> {
  const [kind, label, to] = [kindIn(given), textIn(given, 'label'), textIn(given, 'to')];
  const store = labelStoreOf(runtime);
  // Also where there is a store, which would wait for a version that is not there.
  const registry = refusing(() => runtime.registry.withLabel(label, to, kind));
  if (store === undefined) return refusing(() => runtime.replace(registry));
  const percent = numberIn(given, 'percent');
  const options = { ...changeIn(given), kind, ...(percent !== undefined && { percent }) };
  await answered(store.set(label, to, options));
}

/** Makes faults of definitions reasons to refuse. */
function refusing<Result>(move: () => Result): Result {
  try {
    return move();
  } catch (error) {
    if (!(error instanceof DefinitionError)) throw error;
    const reasons = error.faults.map(({ where, problem, remedy }) => `${where} ${problem}. ${remedy}`);
    throw new RequestFault(409, 'label', reasons.join('\n'));
  }
}
