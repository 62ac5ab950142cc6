import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { KindName } from '@cuecard/core';
import type { Schema } from '@cuecard/testing/contract';
import type { Offered } from './peer.js';

/** What is remembered of a prompt, a tool or a resource. */
export interface Remembered extends Pick<Offered, 'name' | 'uri' | 'description'> {
  /** Its arguments, each with its choices. */
  readonly arguments: Readonly<Record<string, readonly unknown[]>>;
}

/**
 * Keeps what a project has listed for the completion of shells, which cannot wait until a project is loaded. Nothing is
 * kept where there is no `node_modules`, or where it cannot be written to.
 * @param root the folder of the config
 */
export function remember(root: string, kind: KindName, offered: readonly Offered[]): void {
  if (!existsSync(join(root, 'node_modules'))) return;
  const file = fileOf(root, kind);
  try {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(`${file}.${process.pid}`, JSON.stringify(offered.map(rememberedOf)));
    renameSync(`${file}.${process.pid}`, file);
  } catch {
    // Completion has no names then.
  }
}

/** What a project has listed the last time; nothing if it never has. */
export function remembered(root: string, kind: KindName): readonly Remembered[] {
  try {
    return JSON.parse(readFileSync(fileOf(root, kind), 'utf8')) as Remembered[];
  } catch {
    return [];
  }
}

function fileOf(root: string, kind: KindName): string {
  return join(root, 'node_modules', '.cache', 'cuecard', `${kind}s.json`);
}

function rememberedOf({ name, uri, description, schema }: Offered): Remembered {
  const properties = Object.entries(schema.properties ?? {});
  return {
    name,
    ...(uri !== undefined && { uri }),
    ...(description !== undefined && { description: description.split('\n', 1)[0] ?? '' }),
    arguments: Object.fromEntries(properties.map(([key, own]) => [key, choicesOf(own)])),
  };
}

function choicesOf({ enum: choices, type }: Schema): readonly unknown[] {
  return choices ?? (type === 'boolean' ? [true, false] : []);
}
