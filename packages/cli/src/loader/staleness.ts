import { existsSync } from 'node:fs';
import type { Module } from './module.js';

/**
 * Finds the modules to evaluate anew: edited files, those that read something of such a file while they were evaluated,
 * and so on. A module that imports a function and calls it later sees the new function without that.
 */
export function staleModules(modules: Iterable<Module>, edited: ReadonlySet<string>): ReadonlySet<Module> {
  const evaluated = [...modules].filter(({ current }) => current !== undefined);
  const changed = evaluated.filter(({ file }) => edited.has(file));
  const gone = changed.filter(({ file }) => !existsSync(file));
  const importers = evaluated.filter(({ current }) => gone.some((each) => current?.imports.has(each)));
  const stale = new Set([...changed, ...importers]);
  for (const each of stale) for (const reader of evaluated) if (reader.current?.uses.has(each)) stale.add(reader);
  return stale;
}
