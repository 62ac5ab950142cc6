import { ArgumentPlan } from '../arguments/argument-plan.js';
import { compileClass, type Definition } from '../definition/definition.js';
import { Definitions } from './definitions.js';
import { type DefinitionFault, faultAt } from '../definition-error.js';
import type { InjectableClass } from '../types.js';
import { Mounting } from './mounting.js';
import { MountedPack, Pack, type RegistryEntry } from './pack.js';

/** What compiling the entries has found. */
export interface Findings {
  readonly faults: DefinitionFault[];
  /** The faulty definitions, which are left out. They may also lack services, which is reported, too. */
  readonly invalid: Definition[];
}

/**
 * Compiles the listed entries. Returns the distinguishable definitions, and adds all faults to the findings.
 * @throws {TypeError} if the entries are not iterable
 */
export function definitionsOf(entries: Iterable<RegistryEntry>, findings: Findings): Definitions {
  if (typeof entries !== 'object' || entries === null || !(Symbol.iterator in entries)) throw noList(entries);
  const compiled = [...entries].flatMap((entry) => unpackedOf(entry, findings));
  return new Definitions().with(compiled, findings.faults);
}

function unpackedOf(entry: RegistryEntry, findings: Findings): Definition[] {
  if (entry instanceof Pack) return unpacked(new MountedPack(entry, {}), findings);
  if (entry instanceof MountedPack) return unpacked(entry, findings);
  if (isDefinition(entry)) return [entry];
  if (typeof entry === 'function') return declared(entry, findings);
  findings.faults.push(notAnEntry(entry));
  return [];
}

function declared(type: InjectableClass<object>, { faults, invalid }: Findings): Definition[] {
  const own: DefinitionFault[] = [];
  const definition = compileClass(type, own);
  if (definition !== undefined && own.length === 0) return [definition];
  for (const fault of own) faults.push(fault);
  if (definition !== undefined) invalid.push(definition);
  return [];
}

function unpacked(mounted: MountedPack, findings: Findings): Definition[] {
  const mounting = new Mounting(mounted, findings.faults);
  const compiled = (entries: Iterable<RegistryEntry>): Definition[] => {
    const inner: Findings = { faults: [], invalid: [] };
    const found = [...entries].flatMap((entry) => unpackedOf(entry, inner));
    for (const fault of inner.faults) mounting.addInner(fault);
    for (const each of inner.invalid) findings.invalid.push({ ...each, ...mounting.bindingOf(each) });
    return found;
  };
  const { pack, options } = mounted;
  return mounting.taken(compiled(pack.entries), compiled(options.override ?? []));
}

function isDefinition(entry: RegistryEntry): entry is Definition {
  return typeof entry === 'object' && entry !== null && 'arguments' in entry && entry.arguments instanceof ArgumentPlan;
}

function notAnEntry(entry: unknown): DefinitionFault {
  const { name } = Object(entry) as { readonly name?: unknown };
  const remedy = 'List classes, definitions and packs, and install one copy of @cuecard/core for all of them';
  return {
    ...faultAt(typeof name === 'string' ? name : String(entry)),
    problem: 'is listed but is not a class, definition or pack',
    remedy,
  };
}

function noList(entries: unknown): TypeError {
  const isMissing = entries === undefined || entries === null;
  const what = isMissing ? 'missing' : 'neither a list nor a Registry of this copy of @cuecard/core';
  const remedy = 'list classes, definitions and packs, as in new Runtime({ prompts: [GreetingPrompt] })';
  return new TypeError(`\`prompts\` is ${what}: ${remedy}`);
}
