import type { RegistryEntry } from '../registry/pack.js';
import { Registry } from '../registry/registry.js';
import { READER } from '../resource/resource-kind.js';
import type { ResourceReader } from '../resource/resource-reader.js';

/** The readers among the resources of a runtime, and the entries of its registry. */
interface GivenResources {
  readonly readers: readonly ResourceReader[];
  readonly entries: readonly RegistryEntry[] | undefined;
}

export function resourcesIn(given: ResourceReader | Iterable<RegistryEntry> | undefined): GivenResources {
  if (given === undefined) return { readers: [], entries: undefined };
  const all: readonly RegistryEntry[] = isReader(given) ? [given] : [...given];
  return { readers: all.filter(isReader), entries: all.filter((each) => !isReader(each)) };
}

function isReader(value: unknown): value is ResourceReader {
  return READER.is(value);
}

type Entries = Iterable<RegistryEntry> | Registry;

/** The entries of all kinds, for one registry. */
export function together(prompts: Entries | undefined, others: readonly RegistryEntry[] | undefined): Entries {
  // Without both, the registry refuses what is missing.
  if (others === undefined || others.length === 0) return prompts ?? (others as Entries);
  if (prompts === undefined) return others;
  return prompts instanceof Registry ? prompts.with(...others) : [...prompts, ...others];
}
