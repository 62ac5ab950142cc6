import {
  defineClass,
  type Definition,
  DefinitionError,
  definePack,
  mount,
  type MountedPack,
  type Pack,
  type RegistryEntry,
  type Resolver,
  type VisibleTest,
} from '@cuecard/core';
import type { Type } from '@nestjs/common';
import { isHandler } from './discovered.js';
import type { Host } from './host.js';

/** What becomes of the classes of one module. */
export interface Binding {
  readonly host: Host;
  readonly resolver: Resolver;
  /** The rule by which the guards of a class decide who may see it. */
  readonly visibilityOf: (definition: Definition) => VisibleTest;
  /** Whether guards decide who may see a class. */
  readonly isGuarded: (type: Type) => boolean;
}

/** A pack gets the services of the module that imports it, unless its mount has a resolver. */
export function packedFor(entry: RegistryEntry, binding: Binding): RegistryEntry {
  const { resolver } = binding;
  if (isPack(entry)) return mount(guardedPack(entry, binding), { resolver });
  if (!isMounted(entry) || entry.options.resolver !== undefined) return entry;
  const { pack, options } = guardedMount(entry, binding);
  return mount(pack, { ...options, resolver });
}

/** The same entry, whose classes are hidden from those whom their guards refuse. */
function guarded(entry: RegistryEntry, binding: Binding): RegistryEntry {
  if (isPack(entry)) return guardedPack(entry, binding);
  if (isMounted(entry)) return guardedMount(entry, binding);
  if (!isHandler(entry) || !binding.isGuarded(entry)) return entry;
  try {
    return defineClass(entry, { visible: binding.visibilityOf(defineClass(entry)) });
  } catch (error) {
    if (error instanceof DefinitionError) return entry; // The registry of all reports its faults.
    throw error;
  }
}

function guardedPack(pack: Pack, binding: Binding): Pack {
  const entries = pack.entries.map((each) => guarded(each, binding));
  const isSame = entries.every((each, index) => each === pack.entries[index]);
  return isSame || pack.faults.length > 0 ? pack : definePack({ ...pack.options, prompts: entries });
}

function guardedMount(mounted: MountedPack, binding: Binding): MountedPack {
  const { pack, options } = mounted;
  if (options.resolver !== undefined || mounted.faults.length > 0) return mounted;
  const override = options.override && [...options.override].map((each) => guarded(each, binding));
  return mount(guardedPack(pack, binding), { ...options, ...(override && { override }) });
}

function isMounted(entry: RegistryEntry): entry is MountedPack {
  return 'pack' in entry && 'options' in entry;
}

function isPack(entry: RegistryEntry): entry is Pack {
  return 'entries' in entry && 'options' in entry;
}
