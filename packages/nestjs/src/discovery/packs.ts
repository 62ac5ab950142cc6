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
  type VisibilityOptions,
  type VisibleTest,
} from '@cuecard/core';
import type { Type } from '@nestjs/common';
import { isHandler } from './module-contribution.js';
import type { Host } from './host.js';

/** The functions that construct one module's classes, and hide them from callers. */
export interface Binding {
  readonly host: Host;
  readonly resolver: Resolver;
  /** Returns the visibility test that runs the guards of a definition. */
  readonly visibilityOf: (definition: Definition) => VisibleTest;
  /** Whether guards decide who may see a definition. */
  readonly isGuarded: (definition: Definition) => boolean;
}

/** Binds a pack to the services of the module that imports the pack, unless it is mounted with a resolver. */
export function bindEntry(entry: RegistryEntry, binding: Binding): RegistryEntry {
  const { resolver } = binding;
  if (isPack(entry)) return mount(hideInPack(entry, binding), { resolver });
  if (!isMounted(entry) || entry.options.resolver !== undefined) return entry;
  const { pack, options } = hideInMount(entry, binding);
  return mount(pack, { ...options, resolver });
}

/** Returns the handler classes in entries, packs and mounts that Nest constructs. */
export function handlersIn(entries: Iterable<RegistryEntry>): Type<object>[] {
  return [...entries].flatMap((entry) => {
    if (isHandler(entry)) return [entry];
    if (isPack(entry)) return handlersIn(entry.entries);
    if (!isMounted(entry) || entry.options.resolver !== undefined) return [];
    return [...handlersIn(entry.pack.entries), ...handlersIn(entry.options.override ?? [])];
  });
}

/** Hides a definition from callers that its guards reject. */
export function visibilityIn(definition: Definition, { isGuarded, visibilityOf }: Binding): VisibilityOptions {
  return isGuarded(definition) ? { visible: visibilityOf(definition) } : {};
}

/** Returns the entry with its classes hidden from callers that their guards reject. */
function hideGuarded(entry: RegistryEntry, binding: Binding): RegistryEntry | readonly RegistryEntry[] {
  if (isPack(entry)) return hideInPack(entry, binding);
  if (isMounted(entry)) return hideInMount(entry, binding);
  if (!isHandler(entry)) return entry;
  try {
    const isGuarded = defineClass(entry).some(binding.isGuarded);
    return isGuarded ? defineClass(entry, (each) => visibilityIn(each, binding)) : entry;
  } catch (error) {
    if (error instanceof DefinitionError) return entry; // The registry of all entries reports its faults.
    throw error;
  }
}

function hideInPack(pack: Pack, binding: Binding): Pack {
  const entries = pack.entries.flatMap((each) => hideGuarded(each, binding));
  const isSame = entries.length === pack.entries.length && entries.every((each, index) => each === pack.entries[index]);
  return isSame || pack.faults.length > 0 ? pack : definePack({ ...pack.options, prompts: entries });
}

function hideInMount(mounted: MountedPack, binding: Binding): MountedPack {
  const { pack, options } = mounted;
  if (options.resolver !== undefined || mounted.faults.length > 0) return mounted;
  const override = options.override && [...options.override].flatMap((each) => hideGuarded(each, binding));
  return mount(hideInPack(pack, binding), { ...options, ...(override && { override }) });
}

function isMounted(entry: RegistryEntry): entry is MountedPack {
  return 'pack' in entry && 'options' in entry;
}

function isPack(entry: RegistryEntry): entry is Pack {
  return 'entries' in entry && 'options' in entry;
}
