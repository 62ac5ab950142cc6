import type { Contract } from '@cuecard/testing/contract';
import { type Definition, isRegistryEntry, type MountedPack, Pack, type RegistryEntry, Runtime } from '@cuecard/core';
import type { Subject } from '../subject/subject.js';
import type { CheckedDefinition, CheckedProject, Rule } from './rule.js';

const DEFAULT_BUDGET = 8000;

/** Renders the examples of a project, and finds its declarations. */
export async function checkedProject(
  subject: Subject,
  { warnings, rules }: { readonly warnings: readonly string[]; readonly rules: readonly Rule[] },
): Promise<CheckedProject> {
  const { registry, sources, check, isRemote = false } = subject;
  const { definitions: all } = await subject.manifest();
  const contracts = new Map(all.map((each) => [keyOf(each.kind, each), each]));
  const own = [...registry.list()].flatMap((definition): CheckedDefinition[] => {
    const contract = contracts.get(keyOf(definition.kind.name, definition));
    const declared = sources.definition(definition);
    const isForeign = declared === undefined && definition.owner !== '';
    return contract === undefined || isForeign ? [] : [{ definition, contract, declared }];
  });
  return {
    definitions: isRemote ? all.map((contract) => ({ contract })) : own,
    sources,
    listed: new Set([...registry.list(), ...registry.excluded, ...sources.exports.filter(isPack)].flatMap(classesIn)),
    warnings,
    hosts: (subject.runtime ?? new Runtime({ prompts: [] })).hosts,
    budget: check.budget ?? DEFAULT_BUDGET,
    ids: new Set(rules.map(({ id }) => id)),
  };
}

function keyOf(kind: Contract['kind'], { name, version }: Pick<Definition | Contract, 'name' | 'version'>): string {
  return JSON.stringify([kind, name, version]);
}

function isPack(value: unknown): value is Pack | MountedPack {
  return value instanceof Pack || (isRegistryEntry(value) && 'pack' in value);
}

/** The classes that are listed with an entry. */
function classesIn(entry: RegistryEntry): unknown[] {
  if (typeof entry === 'function') return [entry];
  if (entry instanceof Pack) return entry.entries.flatMap(classesIn);
  if ('pack' in entry) return [entry.pack, ...(entry.options.override ?? [])].flatMap(classesIn);
  return ['type' in entry ? entry.type : entry];
}
