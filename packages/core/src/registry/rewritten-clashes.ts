import { type NameRewriting, type Replacements, rewritten } from '../clients/client-profile.js';
import { type Definition, placeOf } from '../definition/definition.js';
import { type DefinitionFault, lineOf } from '../definition-error.js';
import type { Monitor } from '../logging/monitor.js';
import { RENAME } from './clashes.js';
import type { Registry } from './registry.js';

type Faults = Map<Definition, readonly [DefinitionFault]>;

const KINDS = { prompts: 'prompt', tools: 'tool' } as const;

/**
 * The definitions that a host loses because it rewrites their names to the same name. Warns once about definitions that
 * a host gives other names instead.
 * @param rewritings by host
 */
export function rewrittenClashes(
  registry: Registry,
  rewritings: ReadonlyMap<string, NameRewriting>,
  monitor: Pick<Monitor, 'warnOnce'>,
): Faults {
  const faults: Faults = new Map();
  const renamed: Faults = new Map();
  for (const [host, { tellsApart = false, ...replaced }] of rewritings) {
    const effect = `the same to ${host}, which ${tellsApart ? 'gives them other names' : 'keeps one of them'}`;
    for (const [kinds, replacements] of Object.entries(replaced) as [keyof typeof KINDS, Replacements][])
      for (const [definition, other] of clashesAfter(replacements, registry, KINDS[kinds]))
        (tellsApart ? renamed : faults).set(definition, [faultOf(definition, other, effect)]);
  }
  for (const [definition, [fault]] of renamed) if (!faults.has(definition)) monitor.warnOnce(lineOf(fault));
  return faults;
}

/** Yields each definition whose name is rewritten to the name of another, with the other. */
function* clashesAfter(
  replacements: Replacements,
  registry: Registry,
  kind: 'prompt' | 'tool',
): Generator<readonly [Definition, Definition]> {
  const first = new Map<string, Definition>();
  for (const [definition, ...others] of registry.index(kind).named.values()) {
    const name = rewritten(definition.name, replacements);
    const other = first.get(name);
    if (other === undefined) first.set(name, definition);
    else for (const each of [definition, ...others]) yield [each, other];
  }
}

function faultOf({ name, owner, place, type }: Definition, other: Definition, effect: string): DefinitionFault {
  const problem = `is named "${name}" and ${placeOf(other.owner, other.place)} "${other.name}", which are ${effect}`;
  return { where: placeOf(owner, place), type: type.name, id: 'name-ambiguous', problem, remedy: RENAME };
}
