import type { ArgumentFault } from '../errors.js';

/** The paths of faults, and all paths that contain them. */
export function refusedPaths(faults: readonly ArgumentFault[]): ReadonlySet<string> {
  const paths = new Set<string>();
  for (const { argument } of faults) {
    paths.add(argument);
    for (const { index } of argument.matchAll(/[.[]/g)) paths.add(argument.slice(0, index));
  }
  return paths;
}
