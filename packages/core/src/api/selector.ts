import type { RequestContext } from './context.js';
import type { DefinitionInfo } from './definition-info.js';

/**
 * Chooses the version of a name that answers a caller. It receives the versions that the caller may see, highest
 * release first, and returns one of them, or `undefined` to leave the choice to the next selector. It must be
 * synchronous.
 */
export interface VersionSelector {
  (versions: readonly DefinitionInfo[], context: RequestContext): DefinitionInfo | undefined;
  /** The labels or versions that it looks for. A label that no version carries is reported in the log. */
  readonly labels?: readonly string[];
}
