import { existsSync } from 'node:fs';
import type { Module, Uses } from './module.js';
import { EVERYTHING } from './view.js';

interface StalenessOptions {
  readonly modules: Iterable<Module>;
  readonly edited: ReadonlySet<string>;
  /** Modules that were left as they are when what they read was exchanged. */
  readonly deferred: ReadonlySet<Module>;
  /** What the config has read when it made what is served. */
  readonly used: Uses;
  /** Whether the config is called again in any case. */
  readonly composesAnew: boolean;
  /** Whether a value can be exchanged wherever it is served, so that those who have read it can stay. */
  readonly isExchangeable: (value: unknown) => boolean;
}

/** What an edit asks for. */
export interface Staleness {
  /** The modules to evaluate anew. */
  readonly stale: ReadonlySet<Module>;
  /** The modules that have read only what is exchanged: lists of handlers, for example. */
  readonly deferred: ReadonlySet<Module>;
  /** Whether the config has to be called again, since it has read something else of a stale module. */
  readonly isComposedAnew: boolean;
}

/**
 * Finds what to evaluate anew: edited files, those that read something of such a file while they were evaluated, and so
 * on. Who imports a function and calls it later sees the new one without that.
 */
export function stalenessOf(options: StalenessOptions): Staleness {
  const modules = [...options.modules].filter(({ current }) => current !== undefined);
  const edited = modules.filter(({ file }) => options.edited.has(file));
  const gone = edited.filter(({ file }) => !existsSync(file));
  const importers = modules.filter((module) => gone.some((each) => module.current?.imports.has(each)));
  const { isExchangeable, used } = options;
  const stale = closure([...edited, ...importers], modules, (user, read) => {
    return readsOther(read, user.current?.uses, isExchangeable) || (reads(read, user) && exports(user, isExchangeable));
  });
  const deferred = new Set([
    ...[...options.deferred].filter((each) => !stale.has(each)),
    ...modules.filter((each) => !stale.has(each) && [...stale].some((read) => reads(read, each))),
  ]);
  const isComposedAnew = options.composesAnew || [...stale].some((each) => readsOther(each, used, isExchangeable));
  if (!isComposedAnew) return { stale, deferred, isComposedAnew };
  const all = closure([...stale, ...deferred], modules, (user, read) => reads(read, user));
  return { stale: all, deferred: new Set(), isComposedAnew };
}

/** Adds modules to a set as long as one follows from a member. */
function closure(
  from: readonly Module[],
  modules: readonly Module[],
  follows: (user: Module, read: Module) => boolean,
): Set<Module> {
  const found = new Set(from);
  for (const read of found)
    for (const user of modules)
      if (!found.has(user) && user.current?.uses.has(read) && follows(user, read)) found.add(user);
  return found;
}

function reads(read: Module, { current }: Module): boolean {
  return current?.uses.has(read) === true;
}

/** Whether something that cannot be exchanged was read of a module. */
function readsOther(read: Module, uses: Uses | undefined, isExchangeable: (value: unknown) => boolean): boolean {
  const names = uses?.of(read) ?? new Set<string>();
  if (names.has(EVERYTHING)) return true;
  return [...names].some((name) => !isExchangeable(read.current?.exports[name]));
}

function exports({ current }: Module, isExchangeable: (value: unknown) => boolean): boolean {
  return Object.values(current?.exports ?? {}).some(isExchangeable);
}
