import { recordPlaces } from '../registry/list-positions.js';
import { ENTRIES, type RegistryEntry } from '../registry/pack.js';
import { Registry } from '../registry/registry.js';
import { READER } from '../resource/resource-kind.js';
import type { ResourceReader } from '../resource/resource-reader.js';
import type { RuntimeOptions } from './runtime-options.js';

/** The readers among the resources of a runtime, and the entries of its registry. */
interface GivenResources {
  readonly readers: readonly ResourceReader[];
  readonly entries: readonly RegistryEntry[] | undefined;
}

export function resourcesIn(given: ResourceReader | Iterable<RegistryEntry> | undefined): GivenResources {
  if (given === undefined) return { readers: [], entries: undefined };
  const all: readonly RegistryEntry[] = isReader(given) ? [given] : recordPlaces('resources', given);
  return { readers: all.filter(isReader), entries: all.filter((each) => !isReader(each)) };
}

function isReader(value: unknown): value is ResourceReader {
  return READER.is(value);
}

type Entries = Iterable<RegistryEntry> | Registry;

/**
 * The entries of the registry that a runtime serves, or the registry.
 * @throws {TypeError} for a registry and tools beside it, which would be lost when the registry is replaced
 */
export function entriesOf(
  { prompts, tools }: Pick<RuntimeOptions, 'prompts' | 'tools'>,
  resources: readonly RegistryEntry[] | undefined,
): Entries {
  if (tools !== undefined && prompts instanceof Registry)
    throw new TypeError('Runtime has a registry and `tools`: list the tools in the registry');
  const others = tools === undefined ? resources : [...recordPlaces('tools', tools), ...(resources ?? [])];
  return prompts === undefined ? (others as Entries) : joinEntries(prompts, others ?? []); // The registry refuses what is missing.
}

function joinEntries(prompts: Entries, others: readonly RegistryEntry[]): Entries {
  if (prompts instanceof Registry) return others.length === 0 ? prompts : prompts.with(...others);
  return ENTRIES.is(prompts) ? [...recordPlaces('prompts', prompts), ...others] : prompts;
}
