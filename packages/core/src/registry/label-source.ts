import type { KindName } from '../errors.js';
import { hasMethods, OptionKind } from '../text/option-kinds.js';
import type { LabelPlace } from './labels.js';
import type { Registry } from './registry.js';

/**
 * Says where labels point, for one server or for all that share a store. What it says comes before what the code declares.
 * A version that is not there is waited for: meanwhile its label is on no other one.
 */
export interface LabelSource {
  /** Where labels point now. Called at the start, and whenever definitions are replaced. */
  places(): Iterable<LabelPlace>;
  /**
   * Calls the listener after each change, once `places` has it. Returns a function that ends that.
   * @param registry returns what the listener serves at that time
   */
  watch(listener: (change: LabelChange) => void, registry: () => Registry): () => void;
}

export interface LabelChange {
  /** The labels that have changed, and where they point now. */
  readonly places: readonly LabelPlace[];
  /**
   * The kinds whose lists are announced even if labels show no difference: a percentage has changed, or clients may have
   * listed an instance that was late.
   * @default none
   */
  readonly announce?: readonly KindName[];
}

export const LABEL_SOURCE = new OptionKind('an object with the functions places and watch', (given) => {
  return hasMethods(given, ['places', 'watch']);
});
