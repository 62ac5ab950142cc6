import type { KindName } from '../errors.js';
import type { ListEntry } from '../protocol.js';
import type { InjectableClass } from '../types.js';

/** What interceptors and version selectors can know of a definition. */
export interface DefinitionInfo {
  readonly kind: { readonly name: KindName };
  readonly name: string;
  /** The class of the handler; a resolver constructs it. */
  readonly type: InjectableClass<object>;
  /** Its list entry, frozen. */
  readonly entry: ListEntry;
  readonly arguments: {
    /** Their names on the wire. */
    readonly names: readonly string[];
  };
  /** Which of several definitions of the same name it is: a semantic version. */
  readonly version: string | undefined;
  /** What points to this version, such as `production`. */
  readonly labels: readonly string[];
  /** What to use instead, if it is deprecated. */
  readonly deprecated: string | undefined;
  /** The packs that it came in, from the outermost on: `desk/reviews`; empty if it is listed itself. */
  readonly owner: string;
}
