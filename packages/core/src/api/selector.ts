import type { KindName } from '../errors.js';
import type { Awaitable } from '../types.js';
import type { RequestContext } from './context.js';
import type { DefinitionInfo } from './definition-info.js';

/**
 * Chooses the version of a name that answers a caller. It receives the versions that the caller may see, highest
 * release first, and returns one of them, or `undefined` to leave the choice to the next selector. It may return a
 * promise. It is called once per name and request, only for names with several versions.
 */
export interface VersionSelector {
  (versions: readonly DefinitionInfo[], context: RequestContext): Awaitable<DefinitionInfo | undefined>;
  /** The labels or versions that it looks for. A label that no version carries is reported in the log. */
  readonly labels?: readonly string[];
  /**
   * Calls `changed` after each change of what it would choose. Clients are then notified, for each kind that has several
   * versions of a name. Returns a function that ends the watch.
   */
  readonly watch?: (changed: (isAffected?: (kind: KindName, name: string) => boolean) => void) => () => void;
}
