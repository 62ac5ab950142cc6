import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { isRegistryEntry, type RegistryEntry } from '@cuecard/core';
import type { Update } from '../loader/update.js';
import { isHandler } from './handlers.js';

const SOURCE = /\.(?:[cm]?ts|tsx|m?js)$/;
const NOT_SOURCE = /\.d\.[cm]?ts$|\.(?:test|spec|stories)\.|(?:^|\/)(?:node_modules|dist|__tests__)(?:\/|$)/;

/** Whether a file of a folder is one whose exports are looked at. */
export function isDefinitionFile(path: string): boolean {
  return SOURCE.test(path) && !NOT_SOURCE.test(path.replaceAll('\\', '/'));
}

/** The files of a folder and of those in it, in the order of their names; none if there is no such folder. */
export function definitionFiles(folder: string): string[] {
  if (!existsSync(folder)) return [];
  const found = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((each) => each.isFile())
    .map((each) => join(each.parentPath, each.name));
  return found.filter((file) => isDefinitionFile(file.slice(folder.length))).toSorted();
}

/** What files export to be served, each thing once. */
export async function definitionsOf(files: readonly string[], update: Update): Promise<readonly RegistryEntry[]> {
  const entries = new Set<RegistryEntry>();
  for (const file of files) {
    const exports = await update.exportsOf(file);
    for (const [name, value] of Object.entries(exports)) {
      if (!isRegistryEntry(value)) continue;
      entries.add(value);
      if (!isHandler(value)) update.used(file, name); // A pack cannot be exchanged for another.
    }
  }
  return [...entries];
}
