import { ArgumentPlan } from '../arguments/argument-plan.js';
import { defineClass, type PromptDefinition } from '../definition.js';
import { type DefinitionFault, PromptDefinitionError } from '../errors.js';
import type { PromptEntry } from '../registry.js';
import { MountedPack } from './mount.js';
import { Mounting } from './mounting.js';
import { PromptPack } from './pack.js';

/** The prompts of an entry, compiled; what is wrong with it is added to the faults, and left out. */
export function definitionsOf(entry: PromptEntry, faults: DefinitionFault[]): PromptDefinition[] {
  if (entry instanceof PromptPack) return unpacked(new MountedPack(entry, {}), faults);
  if (entry instanceof MountedPack) return unpacked(entry, faults);
  if (isDefinition(entry)) return [entry];
  try {
    if (typeof entry !== 'function') throw new PromptDefinitionError([notAnEntry(entry)]);
    return [defineClass(entry)];
  } catch (error) {
    if (!(error instanceof PromptDefinitionError)) throw error;
    for (const fault of error.faults) faults.push(fault);
    return [];
  }
}

function unpacked(mounted: MountedPack, faults: DefinitionFault[]): PromptDefinition[] {
  const mounting = new Mounting(mounted, faults);
  const { pack, options } = mounted;
  return mounting.taken(compiled(pack.prompts, mounting), compiled(options.override ?? [], mounting));
}

function compiled(entries: Iterable<PromptEntry>, mounting: Mounting): PromptDefinition[] {
  const faults: DefinitionFault[] = [];
  const found = [...entries].flatMap((entry) => definitionsOf(entry, faults));
  for (const fault of faults) mounting.addInner(fault);
  return found;
}

function isDefinition(entry: PromptEntry): entry is PromptDefinition {
  return typeof entry === 'object' && entry !== null && 'arguments' in entry && entry.arguments instanceof ArgumentPlan;
}

function notAnEntry(entry: unknown): DefinitionFault {
  const { name } = Object(entry) as { readonly name?: unknown };
  const remedy = 'List classes, definitions and packs, and install one copy of @cuecard/core for all of them';
  return {
    where: typeof name === 'string' ? name : String(entry),
    problem: 'is listed as a prompt and is none',
    remedy,
  };
}
