import { userInfo } from 'node:os';
import type { Runtime } from '@cuecard/core';
import type { Author, LabelError, LabelStore } from '@cuecard/labels';
import { RequestFault } from '../http/request-fault.js';
import { memberOf, optionalTextIn, textIn } from './given-values.js';

/**
 * The store that says where the labels of a runtime are; `undefined` if there is none that moves them. It is known by its
 * functions, because a project may have a package of its own.
 */
export function labelStoreOf({ labels }: Runtime): LabelStore | undefined {
  const isStore = labels !== undefined && 'set' in labels && 'history' in labels;
  return isStore ? (labels as LabelStore) : undefined;
}

/** @throws {RequestFault} if there is none */
export function requiredStore(runtime: Runtime): LabelStore {
  const store = labelStoreOf(runtime);
  if (store !== undefined) return store;
  throw new RequestFault(404, 'store', 'No store keeps the labels: they are where the code declares them');
}

/**
 * What a store answers.
 * @throws {RequestFault} with its reason if it refuses
 */
export async function answered<Answer>(answer: Promise<Answer>): Promise<Answer> {
  try {
    return await answer;
  } catch (error) {
    if (isLabelError(error)) throw new RequestFault(409, 'label', error.message);
    throw error;
  }
}

/** Who changes a label, why, and where it has to be. */
export function changeIn(given: unknown): Author & { readonly expect?: string | null } {
  const why = optionalTextIn(given, 'why');
  const expect = memberOf(given, 'expect') === null ? null : optionalTextIn(given, 'expect');
  return { by: userName(), ...(why !== undefined && { why }), ...(expect !== undefined && { expect }) };
}

/** The label of a name that a request is about. */
export function labelIn(given: unknown): { readonly label: string; readonly name: string } {
  return { label: textIn(given, 'label'), name: textIn(given, 'name') };
}

function userName(): string {
  try {
    return userInfo().username || 'playground';
  } catch {
    return 'playground'; // Containers run users that the system does not know.
  }
}

/** By its name, as the store is known by its functions. */
function isLabelError(error: unknown): error is LabelError {
  return error instanceof Error && error.name === 'LabelError';
}
