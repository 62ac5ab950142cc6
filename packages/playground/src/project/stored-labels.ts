import type { Definition, Runtime } from '@cuecard/core';
import type { LabelMove } from '@cuecard/labels';
import type { StoredLabels } from '../api.js';
import { countIn, kindIn } from './given-values.js';
import { answered, changeIn, labelIn, requiredStore } from './label-store.js';

// What only a store of labels knows and can do. Each function throws a `RequestFault` if there is none, or it refuses.

export async function storedLabels(runtime: Runtime, { kind, name }: Definition): Promise<StoredLabels> {
  const store = requiredStore(runtime);
  await store.ready().catch(() => undefined); // Its state says so.
  const { status, since } = store.state;
  const records = store.list().filter((each) => each.kind === kind.name && each.name === name);
  return { status, since: since.toISOString(), records };
}

export function labelHistory(
  runtime: Runtime,
  { kind, name }: Definition,
  label: string,
): Promise<readonly LabelMove[]> {
  return answered(requiredStore(runtime).history(label, name, { kind: kind.name }));
}

/** Does what a `RemovalRequest` asks for. */
export async function removeLabel(runtime: Runtime, given: unknown): Promise<void> {
  const { label, name } = labelIn(given);
  const options = { ...changeIn(given), kind: kindIn(given) };
  await answered(requiredStore(runtime).remove(label, name, options));
}

/** Does what a `RollbackRequest` asks for. */
export async function rollBackLabel(runtime: Runtime, given: unknown): Promise<void> {
  const { label, name } = labelIn(given);
  const to = countIn(given, 'revision');
  const options = { ...changeIn(given), kind: kindIn(given), ...(to !== undefined && { to }) };
  await answered(requiredStore(runtime).rollback(label, name, options));
}
