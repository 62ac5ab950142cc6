import { compileClass, otherCopyFault } from '../definition/compiled-definition.js';
import { Definition } from '../definition/definition.js';
import { hasHandlers } from '../definition/method-handlers.js';
import { type Defect, type DefinitionFault, locate } from '../definition-error.js';
import { ENTRY_RECORDS } from '../metadata/metadata.js';
import { readerDefinition } from '../resource/resource.js';
import type { InjectableClass } from '../types.js';
import { isObject, describeValue } from '../text/option-kinds.js';
import type { Finding } from './clashes.js';
import { Mounting, type PackOverrides } from './mounting.js';
import { isReader, MountedPack, Pack, positionOf, type RegistryEntry } from './pack.js';

/**
 * Compiles the entries, including clashing definitions. Adds all faults to the findings.
 * @throws {TypeError} if the entries are not iterable
 */
export function compileEntries(entries: Iterable<RegistryEntry>, findings: Finding[]): Definition[] {
  if (typeof entries !== 'object' || entries === null || !(Symbol.iterator in entries)) throw invalidListError(entries);
  return [...entries].flatMap((entry, index) => compileEntry(entry, index, findings));
}

function compileEntry(entry: RegistryEntry, index: number, findings: Finding[]): Definition[] {
  if (entry instanceof Pack) return unpack(new MountedPack(entry, {}), findings);
  if (entry instanceof MountedPack && entry.pack instanceof Pack) return unpack(entry, findings);
  if (entry instanceof Definition) return [entry];
  if (isReader(entry)) return [readerDefinition(entry)];
  if (typeof entry === 'function') return compileHandlers(entry, findings);
  findings.push({
    faults: [entry instanceof MountedPack ? invalidPackFault(entry.pack) : invalidEntryFault(entry, index)],
  });
  return [];
}

function compileHandlers(type: InjectableClass<object>, findings: Finding[]): Definition[] {
  return compileClass(type).flatMap(({ definition, faults }) => {
    if (definition !== undefined && faults.length === 0) return [definition];
    findings.push({ definition, faults });
    return [];
  });
}

function unpack(mounted: MountedPack, findings: Finding[]): Definition[] {
  const mounting = new Mounting(mounted, findings);
  const compileAll = (entries: Iterable<RegistryEntry>): PackOverrides => {
    const innerFindings: Finding[] = [];
    const definitions = [...entries].flatMap((entry, index) => compileEntry(entry, index, innerFindings));
    for (const each of innerFindings) findings.push(mounting.locateFinding(each));
    return { definitions, excluded: innerFindings.flatMap(({ definition }) => definition ?? []) };
  };
  const { pack, options } = mounted;
  return mounting.mountAll(compileAll(pack.entries).definitions, compileAll(options.override ?? []));
}

function invalidEntryFault(entry: unknown, index: number): DefinitionFault {
  const position = isObject(entry) ? positionOf(entry, index) : String(entry);
  const name = nameOf(entry) ?? position;
  const copy = isObject(entry) ? ENTRY_RECORDS.otherCopy(entry) : undefined;
  if (copy !== undefined) return otherCopyFault(name, 'created', copy);
  if (entry instanceof Promise) return { ...locate(position), type: 'Promise', ...PROMISE_ENTRY };
  const type = decoratedClassOf(entry);
  if (type !== undefined) return { ...locate(position), type, ...listedInstanceDefect(type) };
  const remedy =
    'List only classes, definitions and packs. If it is one of these, install only one copy of @cuecard/core';
  return {
    ...locate(name),
    id: 'entry-invalid',
    problem: 'is listed but is not a class, definition or pack',
    remedy,
  };
}

const PROMISE_ENTRY: Defect = {
  id: 'entry-invalid',
  problem: 'is a promise',
  remedy: 'Await it before you register it',
};

function listedInstanceDefect(type: string): Defect {
  return {
    id: 'entry-invalid',
    problem: `is an instance of ${type}`,
    remedy: 'List the class. To keep this instance, register it, as in fromServices([[Orders, orders]])',
  };
}

function decoratedClassOf(entry: unknown): string | undefined {
  const { constructor: type }: { readonly constructor?: unknown } = Object(entry);
  return typeof type === 'function' && hasHandlers(type) ? type.name : undefined;
}

function invalidPackFault(mounted: unknown): DefinitionFault {
  const copy = isObject(mounted) ? ENTRY_RECORDS.otherCopy(mounted) : undefined;
  if (copy !== undefined) return otherCopyFault(nameOf(mounted) ?? String(mounted), 'created', copy);
  const remedy = 'Pass a pack from definePack() to mount(), and install only one copy of @cuecard/core';
  return {
    ...locate(describeValue(mounted)),
    id: 'entry-invalid',
    problem: 'is mounted but is not a pack',
    remedy,
  };
}

/** Returns the name of an entry or of its pack, if it has one. */
function nameOf(entry: unknown): string | undefined {
  const { name, pack }: { readonly name?: unknown; readonly pack?: { readonly name?: unknown } } = Object(entry);
  return [name, pack?.name].find((text) => typeof text === 'string');
}

function invalidListError(entries: unknown): TypeError {
  if (entries instanceof Promise) return new TypeError('`prompts` is a promise: await it before you register it');
  const isMissing = entries === undefined || entries === null;
  const reason = isMissing ? 'missing' : 'neither an array nor a Registry of this copy of @cuecard/core';
  const remedy = 'list classes, definitions and packs, as in new Runtime({ prompts: [GreetingPrompt] })';
  return new TypeError(`\`prompts\` is ${reason}: ${remedy}`);
}
