import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { isRegistryEntry, type RegistryEntry, type Definition, type Registry, type Class } from '@cuecard/core';
import type { Update } from '../loader/loader.js';

const SOURCE = /\.(?:[cm]?ts|tsx|m?js)$/;
const NOT_SOURCE = /\.d\.[cm]?ts$|\.(?:test|spec|stories)\.|(?:^|\/)(?:node_modules|dist|__tests__)(?:\/|$)/;

/** Whether a file may export definitions. */
export function isDefinitionFile(path: string): boolean {
  return SOURCE.test(path) && !NOT_SOURCE.test(path.replaceAll('\\', '/'));
}

/** The files of a folder and its subfolders, sorted by path; empty if the folder does not exist. */
export function definitionFiles(folder: string): string[] {
  if (!existsSync(folder)) return [];
  const found = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((each) => each.isFile())
    .map((each) => join(each.parentPath, each.name));
  return found.filter((file) => isDefinitionFile(file.slice(folder.length))).toSorted();
}

/** The definitions and packs that files export, without duplicates. */
export async function definitionsOf(files: readonly string[], update: Update): Promise<readonly RegistryEntry[]> {
  const entries = new Set<RegistryEntry>();
  for (const file of files) {
    const exports = await update.exportsOf(file);
    for (const value of Object.values(exports)) if (isRegistryEntry(value)) entries.add(value);
  }
  return [...entries];
}

/** The definitions of some handlers, as `prompt review@1.2.0`. */
export function namesOf(handlers: readonly Handler[], registry: Registry): string[] {
  return handlers.flatMap((each) => registry.all(classOf(each) as never)).map(nameOf);
}

/** The definitions of one registry that the other lacks. */
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

/** A decorated class, or a definition made from data. */
export type Handler = Class | Definition;

export function isHandler(value: unknown): value is Handler {
  return (typeof value === 'function' && isRegistryEntry(value)) || isDefinition(value);
}

/** The class by which a registry knows a handler. */
function classOf(handler: Handler): Class {
  return typeof handler === 'function' ? handler : handler.type;
}

function isDefinition(value: unknown): value is Definition {
  return typeof value === 'object' && value !== null && 'kind' in value && 'specifics' in value;
}
