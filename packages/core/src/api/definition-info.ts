import type { KindName } from '../errors.js';
import type { ListEntry } from '../protocol.js';
import type { Class, InjectableClass } from '../types.js';

/** What interceptors and version selectors can know about a definition. */
export interface DefinitionInfo {
  readonly kind: { readonly name: KindName };
  readonly name: string;
  /** The handler class; a resolver constructs it. */
  readonly type: InjectableClass<object>;
  /** The definition's list entry, frozen. */
  readonly entry: ListEntry;
  readonly arguments: {
    /** The class of the arguments; a class without any if there are none. */
    readonly type: Class;
    /** The argument names on the wire. */
    readonly names: readonly string[];
  };
  /** Sample arguments, which pass the rules. */
  readonly examples: readonly object[];
  /** The semantic version that distinguishes definitions of the same name. */
  readonly version: string | undefined;
  /** The labels that point to this version, such as `production`. */
  readonly labels: readonly string[];
  /** What it is about: the tags of its packs, outermost first, then its own. */
  readonly tags: readonly string[];
  /** What to use instead, if the definition is deprecated. */
  readonly deprecated: string | undefined;
  /** The packs that contain the definition, outermost first: `desk/reviews`. Empty if it is listed directly. */
  readonly owner: string;
}
