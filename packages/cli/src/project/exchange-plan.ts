import type { Class, DefinitionError, FaultId, Registry, Runtime } from '@cuecard/core';
import type { ModuleInstance } from '../loader/module.js';
import type { Replacement } from '../loader/update.js';
import { classOf, type Handler, isHandler } from './definitions-in.js';

/** What goes and what comes in a registry, so that the new instances of modules are served. */
export interface ExchangePlan {
  readonly gone: readonly Class[];
  readonly come: readonly Handler[];
}

interface PlanOptions {
  readonly registry: Registry;
  /** Whether all handlers of a file are served. */
  readonly isDiscovered: (file: string) => boolean;
}

/** A handler replaces the one that was exported by the same name, if that is served. */
export function exchangePlan(replacements: readonly Replacement[], options: PlanOptions): ExchangePlan {
  const gone = new Set<Class>();
  const come = new Set<Handler>();
  for (const { module, before, after } of replacements) {
    const isDiscovered = options.isDiscovered(module.file);
    for (const name of new Set([...namesOf(before), ...namesOf(after)])) {
      const [old, next] = [handlerOf(before, name), handlerOf(after, name)];
      const isServed = old !== undefined && isIn(options.registry, classOf(old));
      if (isServed) gone.add(classOf(old));
      if (next !== undefined && (isServed || isDiscovered)) come.add(next);
    }
  }
  return { gone: [...gone], come: [...come] };
}

/** The classes that files exported before, and no longer do. */
export function classesLeft(replacements: readonly Replacement[]): readonly Class[] {
  const before = new Set(replacements.flatMap((each) => classesOf(each.before)));
  const after = new Set(replacements.flatMap((each) => classesOf(each.after)));
  return [...before].filter((each) => !after.has(each));
}

/**
 * Serves what comes instead of what goes.
 * @throws {CompositionNeeded} if only the config may know where something new belongs, or what constructs it
 */
export function exchange(runtime: Runtime, { gone, come }: ExchangePlan): void {
  try {
    runtime.replace(runtime.registry.exchange(gone as never, come as never));
  } catch (error) {
    const { faults = [] } = Object(error) as Partial<DefinitionError>;
    if (faults.some(({ id }) => OF_COMPOSITION.has(id))) throw new CompositionNeeded();
    throw error;
  }
}

/** Faults that calling the config again may fix: a framework, for example, must register a new class. */
const OF_COMPOSITION: ReadonlySet<FaultId> = new Set<FaultId>([
  'exchange-ambiguous',
  'class-not-constructible',
  'service-missing',
  'guards-bypassed',
]);

/** Tells that the config has to be called again. */
export class CompositionNeeded extends Error {
  override readonly name = 'CompositionNeeded';
}

function isIn(registry: Registry, type: Class): boolean {
  return registry.all(type as never).length > 0 || registry.leftOut.some((each) => each.type === type);
}

function classesOf(instance: ModuleInstance | undefined): Class[] {
  return namesOf(instance).flatMap((name) => {
    const value = instance?.exports[name];
    if (isHandler(value)) return [classOf(value)];
    return isClass(value) ? [value] : [];
  });
}

function isClass(value: unknown): value is Class {
  return typeof value === 'function' && /^class\b/.test(Function.prototype.toString.call(value));
}

function namesOf(instance: ModuleInstance | undefined): readonly string[] {
  return instance === undefined ? [] : Object.keys(instance.exports);
}

function handlerOf(instance: ModuleInstance | undefined, name: string): Handler | undefined {
  const value = instance?.exports[name];
  return isHandler(value) ? value : undefined;
}
