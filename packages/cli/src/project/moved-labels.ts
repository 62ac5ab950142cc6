import type { Registry } from '@cuecard/core';

/** A registry in which the labels that were moved in another one point to the same versions, where these still exist. */
export function withMovedLabels(registry: Registry, former: Registry): Registry {
  let result = registry;
  for (const { kind, name, movedLabels } of former.list()) {
    for (const [label, version] of movedLabels) {
      const to = `${name}@${version}`;
      const isThere = result.get(to, kind.name) !== undefined;
      if (isThere) result = result.withLabel(label, to, kind.name);
    }
  }
  return result;
}
