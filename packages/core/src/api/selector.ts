import type { RequestContext } from './context.js';
import type { DefinitionInfo } from './definition-info.js';

/**
 * Chooses which version of a name answers a caller. It gets the versions that the caller may see, the highest released
 * first, and returns one of them, or nothing to leave the choice to the next selector. It must answer at once.
 */
export interface VersionSelector {
  (versions: readonly DefinitionInfo[], context: RequestContext): DefinitionInfo | undefined;
  /** The labels, or versions, that it looks for: the log names one that no version carries. */
  readonly labels?: readonly string[];
}
