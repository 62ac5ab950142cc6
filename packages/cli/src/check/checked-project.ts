import type { Contract } from '@cuecard/contract';
import { type Class, type Definition, Runtime } from '@cuecard/core';
import type { Subject } from '../source/subject.js';
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
    listed: new Set([...registry.list(), ...registry.leftOut].map(({ type }) => type as Class)),
    warnings,
    hosts: (subject.runtime ?? new Runtime({ prompts: [] })).hosts,
    budget: check.budget ?? DEFAULT_BUDGET,
    ids: new Set(rules.map(({ id }) => id)),
  };
}

function keyOf(kind: Contract['kind'], { name, version }: Pick<Definition | Contract, 'name' | 'version'>): string {
  return JSON.stringify([kind, name, version]);
}
