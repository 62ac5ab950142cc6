import type { VersionSelector } from '../api/selector.js';
import type { Definition } from '../definition/definition.js';
import { swallowRejection } from '../pending.js';
import type { Request } from '../request/request.js';

/** The choice of the first selector with a result, otherwise the first version: the highest release. */
export function chooseVersion(
  versions: readonly Definition[],
  selectors: readonly VersionSelector[],
  request: Request,
): Definition | undefined {
  if (versions.length < 2) return versions[0];
  for (const select of selectors) {
    const chosen = chosenBy(select, versions, request);
    if (chosen !== undefined) return chosen;
  }
  return versions[0];
}

function chosenBy(select: VersionSelector, versions: readonly Definition[], request: Request): Definition | undefined {
  try {
    const chosen = select(versions, request.context);
    const version = versions.find((each) => each === chosen);
    if (chosen === undefined || version !== undefined) return version;
    swallowRejection(chosen);
    throw new TypeError(
      'A selector must synchronously return one of the versions or undefined, but returned something else',
    );
  } catch (error) {
    request.log.reportOnce(select, 'could not choose a version', error);
    return undefined;
  }
}
