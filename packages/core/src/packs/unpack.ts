import { ArgumentPlan } from '../arguments/argument-plan.js';
import { compileClass, type PromptDefinition } from '../definition.js';
import { DefinitionIndex } from '../definition-index.js';
import type { DefinitionFault } from '../errors.js';
import type { PromptClass } from '../prompt.js';
import type { PromptEntry } from '../registry.js';
import { MountedPack } from './mount.js';
import { Mounting } from './mounting.js';
import { PromptPack } from './pack.js';

/** What is found among entries. */
export interface Findings {
  readonly faults: DefinitionFault[];
  /** What is declared wrongly, and left out: it may need what nothing provides, besides. */
  readonly misdeclared: PromptDefinition[];
}

/**
 * All that can be told apart of what is listed, compiled; what is wrong with the rest is added to the findings.
 * @throws {TypeError} for what is no list
 */
export function indexOf(entries: Iterable<PromptEntry>, findings: Findings): DefinitionIndex {
  if (typeof entries !== 'object' || entries === null || !(Symbol.iterator in entries)) throw noList(entries);
  const compiled = [...entries].flatMap((entry) => definitionsOf(entry, findings));
  return new DefinitionIndex().with(compiled, findings.faults);
}

function definitionsOf(entry: PromptEntry, findings: Findings): PromptDefinition[] {
  if (entry instanceof PromptPack) return unpacked(new MountedPack(entry, {}), findings);
  if (entry instanceof MountedPack) return unpacked(entry, findings);
  if (isDefinition(entry)) return [entry];
  if (typeof entry === 'function') return declared(entry, findings);
  findings.faults.push(notAnEntry(entry));
  return [];
}

function declared(type: PromptClass, { faults, misdeclared }: Findings): PromptDefinition[] {
  const own: DefinitionFault[] = [];
  const definition = compileClass(type, own);
  if (definition !== undefined && own.length === 0) return [definition];
  for (const fault of own) faults.push(fault);
  if (definition !== undefined) misdeclared.push(definition);
  return [];
}

function unpacked(mounted: MountedPack, findings: Findings): PromptDefinition[] {
  const mounting = new Mounting(mounted, findings.faults);
  const compiled = (entries: Iterable<PromptEntry>): PromptDefinition[] => {
    const inner: Findings = { faults: [], misdeclared: [] };
    const found = [...entries].flatMap((entry) => definitionsOf(entry, inner));
    for (const fault of inner.faults) mounting.addInner(fault);
    for (const each of inner.misdeclared) findings.misdeclared.push({ ...each, ...mounting.bindingOf(each) });
    return found;
  };
  const { pack, options } = mounted;
  return mounting.taken(compiled(pack.prompts), compiled(options.override ?? []));
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

function noList(entries: unknown): TypeError {
  const isMissing = entries === undefined || entries === null;
  const what = isMissing ? 'missing' : 'no list, nor a PromptRegistry of this copy of @cuecard/core';
  const remedy = 'list classes, definitions and packs, as in new PromptRuntime({ prompts: [GreetingPrompt] })';
  return new TypeError(`\`prompts\` is ${what}: ${remedy}`);
}
