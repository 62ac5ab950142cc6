import { AsyncLocalStorage } from 'node:async_hooks';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TransformOptions } from 'oxc-transform';
import type { ImportDetails } from './compiler.js';
import type { ModuleFunction } from './evaluation.js';

/** An imported file of the project, across all its versions. */
export class Module {
  readonly file: string;
  /** The instance that importers see; `undefined` before the first evaluation. */
  current: ModuleInstance | undefined;
  /** What its source was compiled to last. */
  compiled: CompiledSource | undefined;

  constructor(file: string) {
    this.file = file;
  }
}

/** A source that was compiled with some settings of the tsconfig. */
interface CompiledSource {
  readonly source: string;
  readonly transform: TransformOptions;
  readonly run: ModuleFunction;
}

/** One evaluation of a module. */
export class ModuleInstance {
  readonly module: Module;
  source: string;
  /** Its exports, which are getters. */
  readonly exports: Record<string, unknown>;
  /** The imported names by module, even if they have not been read. */
  readonly imports = new Map<Module, Set<string>>();
  /** The modules whose exports were read during its evaluation, directly or by functions that it called. */
  readonly uses = new Set<Module>();
  /** The instances that it imported when it was replaced: its code may still run. */
  former: ReadonlyMap<Module, ModuleInstance> | undefined;
  evaluated: Promise<void> | undefined;
  /** The instances whose evaluation it waits for. */
  readonly awaits = new Set<ModuleInstance>();
  isEvaluated = false;

  constructor(module: Module, source: string) {
    this.module = module;
    this.source = source;
    this.exports = Object.create(null) as Record<string, unknown>;
    Object.defineProperty(this.exports, Symbol.toStringTag, { value: 'Module' });
  }

  addImport(module: Module, names: readonly string[] = []): void {
    const known = this.imports.get(module) ?? new Set();
    this.imports.set(module, known);
    for (const name of names) known.add(name);
  }

  /** Whether its evaluation waits, directly or not, for another one. */
  waitsFor(other: ModuleInstance, seen = new Set<ModuleInstance>()): boolean {
    if (this === other) return true;
    seen.add(this);
    return [...this.awaits].some((each) => !seen.has(each) && each.waitsFor(other, seen));
  }

  /** Keeps its current imports for its code that still runs. */
  retire(): void {
    const known = [...this.imports.keys()].flatMap(({ current }) => (current === undefined ? [] : [current]));
    this.former = new Map(known.map((each) => [each.module, each]));
  }
}

/** The part of an update that code which it runs can see. */
export interface OpenUpdate {
  readonly isOpen: boolean;
  /** The new instance of a module, if the update has one. */
  pending(module: Module): ModuleInstance | undefined;
  /** Imports something for code that the update runs. */
  import(specifier: string, importer: ModuleInstance, details?: ImportDetails): Promise<object>;
}

/** Code that runs as part of an update: the evaluation of a module, or a call of the config. */
interface Scope {
  readonly update: OpenUpdate;
  /** The modules that it reads. */
  readonly uses: Set<Module>;
}

/**
 * Distinguishes the code of an update from code that serves requests meanwhile. It tracks asynchronous calls only while
 * an update is open, because tracking slows down every promise in Node 20.
 */
export class Scopes {
  readonly #storage = new AsyncLocalStorage<Scope>();
  #open = 0;

  run<Result>(scope: Scope, work: () => Result): Result {
    return this.#storage.run(scope, work);
  }

  opened(): void {
    this.#open += 1;
  }

  closed(): void {
    this.#open -= 1;
    if (this.#open === 0) this.#storage.disable();
  }

  get current(): Scope | undefined {
    if (this.#open === 0) return undefined;
    const scope = this.#storage.getStore();
    return scope?.update.isOpen === true ? scope : undefined;
  }
}

/**
 * A module as one importer sees it: the namespace object of an import. While an update is open, code that it runs sees
 * the new instance, and all other code the old one. Code of an instance that was replaced keeps seeing the old ones.
 */
export function viewOf(module: Module, importer: ModuleInstance | undefined, scopes: Scopes): object {
  const instance = () => scopes.current?.update.pending(module) ?? importer?.former?.get(module) ?? module.current;
  const exportsNow = () => instance()?.exports ?? NOTHING;
  return new Proxy(Object.create(null) as object, {
    get(_target, name) {
      // A promise that resolves to a namespace looks for `then` in it.
      if (typeof name === 'string' && name !== 'then') scopes.current?.uses.add(module);
      return Reflect.get(exportsNow(), name) as unknown;
    },
    has: (_target, name) => Reflect.has(exportsNow(), name),
    ownKeys() {
      scopes.current?.uses.add(module);
      return Reflect.ownKeys(exportsNow()).toSorted(byName);
    },
    getOwnPropertyDescriptor(_target, name) {
      const own = Object.getOwnPropertyDescriptor(exportsNow(), name);
      return (
        own && {
          value: own.get === undefined ? own.value : own.get(),
          enumerable: !!own.enumerable,
          configurable: true,
        }
      );
    },
    set: () => false,
  });
}

/** Names come in the order of their code units; a namespace has no other keys. */
function byName(one: string | symbol, other: string | symbol): number {
  return String(one) < String(other) ? -1 : 1;
}

const NOTHING = Object.freeze(Object.create(null) as object);

/** How long a file may be empty while a program writes it, on a machine that has much else to do. */
const EMPTIED_MS = 250;
const LOOK_MS = 10;

export function sourceOf(file: string): string {
  return readFileSync(file, 'utf8');
}

/** The source of a file that is empty. If it was not before, it is waited for: many programs empty what they write. */
export async function writtenSource({ file, current }: Module): Promise<string> {
  const wasEmpty = (current?.source ?? '') === '';
  for (let left = wasEmpty ? 0 : EMPTIED_MS; left > 0; left -= LOOK_MS) {
    await sleep(LOOK_MS);
    const source = sourceOf(file);
    if (source !== '') return source;
  }
  return '';
}
