import type { Registry } from '@cuecard/core';

/** A registry in which the labels that were moved in another one point to the same versions, where these still exist. */
export function withMovedLabels(registry: Registry, former: Registry): Registry {
  const isThere = ({ kind, name, version }: (typeof former.movedLabels)[number]) =>
    registry.get(`${name}@${version}`, kind) !== undefined;
  return registry.withLabels(former.movedLabels.filter(isThere));
}
