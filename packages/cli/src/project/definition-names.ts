import type { Definition, Registry } from '@cuecard/core';
import { classOf, type Handler } from './handlers.js';

/** The definitions of some handlers, as `prompt review@1.2.0`. */
export function namesOf(handlers: readonly Handler[], registry: Registry): string[] {
  return handlers.flatMap((each) => registry.all(classOf(each) as never)).map(nameOf);
}

/** The definitions of a registry that another one does not have. */
export function namesOnlyIn(one: Registry, other: Registry): string[] {
  const known = new Set(other.list().map(nameOf));
  return one
    .list()
    .map(nameOf)
    .filter((name) => !known.has(name));
}

function nameOf({ kind, name, version }: Definition): string {
  return `${kind.name} ${name}${version === undefined ? '' : `@${version}`}`;
}
