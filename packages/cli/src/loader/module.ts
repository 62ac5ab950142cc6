import { AsyncLocalStorage } from 'node:async_hooks';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import type { TransformOptions } from 'oxc-transform';
import { HELPERS, type ImportDetails, PARAMETERS } from './compiler.js';
import { isModule } from './resolution.js';

/** An imported file of the project, across all its versions. */
export class Module {
  readonly file: string;
  /** The instance that importers see; `undefined` before the first evaluation. */
  current: ModuleInstance | undefined;
  /** The last compiled source, with the settings of the tsconfig. */
  compiled: { readonly source: string; readonly transform: TransformOptions; readonly run: ModuleFunction } | undefined;

  constructor(file: string) {
    this.file = file;
  }
}

/** A file, and the values that its code exported when it was evaluated. */
export interface LoadedFile {
  readonly file: string;
  readonly source: string;
  readonly exports: Readonly<Record<string, unknown>>;
}

/** One evaluation of a module. */
export class ModuleInstance implements LoadedFile {
  readonly module: Module;
  source: string;
  /** Its exports, which are getters, so that cycles and changing exports work. */
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

  get file(): string {
    return this.module.file;
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
    this.former = new Map(
      [...this.imports.keys()].flatMap((module) => (module.current ? [[module, module.current]] : [])),
    );
  }
}

/** The code of a module as a function. Each call evaluates the module. */
export type ModuleFunction = (...args: readonly unknown[]) => Promise<void>;

const AsyncFunction = (async () => {}).constructor as new (...parts: readonly string[]) => ModuleFunction;

/** Parses compiled code. */
export function moduleFunction(file: string, code: string): ModuleFunction {
  // A block, so that the code may declare names of the parameters itself.
  return new AsyncFunction(...PARAMETERS, `'use strict'; {\n${code}\n}\n//# sourceURL=${pathToFileURL(file).href}`);
}

/** The import functions of the code of a module. */
interface ModuleImports {
  import(specifier: string, details?: ImportDetails): Promise<object>;
  importLater(specifier: string): Promise<object>;
  resolve(specifier: string): string;
}

/** Runs the code of a module. */
export async function evaluate(
  { file, exports }: ModuleInstance,
  run: ModuleFunction,
  imports: ModuleImports,
): Promise<void> {
  const folder = dirname(file);
  const origins = new Map<string, object>();
  const commonJs = isModule(file) ? undefined : { id: file, filename: file, exports: {} };
  const meta = {
    url: pathToFileURL(file).href,
    filename: file,
    dirname: folder,
    resolve: (name: string) => imports.resolve(name),
  };
  await run(
    exports,
    (specifier: string, details?: ImportDetails) => imports.import(specifier, details),
    (specifier: unknown) => imports.importLater(String(specifier)),
    (from: object) => addStar(from, exports, origins),
    meta,
    HELPERS,
    createRequire(file),
    file,
    folder,
    commonJs,
    commonJs?.exports,
  );
  if (commonJs !== undefined) addAssigned(commonJs.exports, exports);
}

/** Exports the values that a file has assigned to `module.exports` or `exports`. */
function addAssigned(assigned: object, exports: object): void {
  const names = Object.keys(Object(assigned));
  if (names.length === 0 && typeof assigned !== 'function') return;
  for (const name of names) addExport(name, assigned, exports);
  addExport('default', { default: assigned }, exports);
}

/**
 * `export * from`: the module's own names come first, and `default` does not count. A name that two modules export with
 * different values is not exported (ECMA-262, `ResolveExport`).
 * @param origins the modules that the names of other stars come from
 */
function addStar(from: object, exports: object, origins: Map<string, object>): void {
  for (const name of Object.keys(from)) {
    const other = origins.get(name);
    if (other !== undefined && differ(name, other, from)) Reflect.deleteProperty(exports, name);
    if (other !== undefined || name === 'default' || name in exports) continue;
    origins.set(name, from);
    addExport(name, from, exports);
  }
}

/** Exports the present and future value of a property, unless the name is taken. */
function addExport(name: string, owner: object, exports: object): void {
  const get = () => Reflect.get(owner, name) as unknown;
  if (!(name in exports)) Object.defineProperty(exports, name, { enumerable: true, configurable: true, get });
}

/** Whether two modules export different values. Exports without a value yet are not compared. */
function differ(name: string, one: object, other: object): boolean {
  try {
    return !Object.is(Reflect.get(one, name), Reflect.get(other, name));
  } catch {
    return false;
  }
}

/** The part of an update that code which it runs can see. */
export interface OpenUpdate {
  readonly isOpen: boolean;
  /** The new instance of a module, if the update has one. */
  pending(module: Module): ModuleInstance | undefined;
  /** Imports something for code that the update runs. */
  import(specifier: string, importer: ModuleInstance): Promise<object>;
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
    const scope = this.#open === 0 ? undefined : this.#storage.getStore();
    return scope?.update.isOpen === true ? scope : undefined;
  }
}

/**
 * A module as one importer sees it: the namespace object of an import. While an update is open, code that it runs sees
 * the new instance, and all other code the old one. Code of an instance that was replaced keeps seeing the old ones.
 */
export function viewOf(module: Module, importer: ModuleInstance, scopes: Scopes): object {
  const exportsNow = () => {
    const instance = scopes.current?.update.pending(module) ?? importer.former?.get(module) ?? module.current;
    return instance?.exports ?? NOTHING;
  };
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
      const value: unknown = own?.get === undefined ? own?.value : own.get();
      return own && { value, enumerable: !!own.enumerable, configurable: true };
    },
    set: () => false,
  });
}

/** Names come in the order of their code units; a namespace has no other keys. */
function byName(one: string | symbol, other: string | symbol): number {
  return String(one) < String(other) ? -1 : 1;
}

const NOTHING = Object.freeze(Object.create(null) as object);

/** A name that is imported and not exported. */
export class MissingExport extends SyntaxError {
  override readonly name = 'MissingExport';
  readonly exported: string;
  /** The file that does not export it. */
  readonly file: string;
  /** The file that imports it. */
  readonly importer: string;

  constructor(exported: string, file: string, importer: string) {
    super(`"${exported}" is imported, but not exported`);
    this.exported = exported;
    this.file = file;
    this.importer = importer;
  }
}

type FindInstance = (module: Module) => ModuleInstance | undefined;

/** @throws {MissingExport} if an instance does not export a value or a type of this name */
export function checkExport(instance: ModuleInstance, name: string, importer: string, newest: FindInstance): void {
  const isMissing = instance.isEvaluated && !(name in instance.exports);
  if (isMissing && !mayBeType(name, instance, newest)) throw new MissingExport(name, instance.file, importer);
}

/** Whether a name that a module does not export may be that of a type: importers may not say which names are. */
function mayBeType(name: string, instance: ModuleInstance, newest: FindInstance, seen = new Set<unknown>()): boolean {
  if (name === 'default' || seen.has(instance)) return false;
  seen.add(instance);
  const { source, imports } = instance;
  if (declares(name, source) || UNKNOWN_STAR.test(source)) return true;
  if (!STAR.test(source)) return false;
  return [...imports.keys()].map(newest).some((found) => found === undefined || mayBeType(name, found, newest, seen));
}

function declares(name: string, source: string): boolean {
  const declared = String.raw`\b(?:interface|type|namespace)\s+${name}\b`;
  const listed = String.raw`\bexport\b[^;]*\{[^}]*\b${name}\b[^}]*\}`;
  return new RegExp(`${declared}|${listed}`).test(source);
}

const STAR = /\bexport\s*\*/;
/** An `export *` of types, or of a module outside the project. */
const UNKNOWN_STAR = /\bexport\s+type\s*\*|\bexport\s*\*\s*from\s*['"][^.'"]/;

/** How long a file may be empty while a program writes it, on a machine that has much else to do. */
const EMPTIED_MS = 250;
const LOOK_MS = 10;

export function sourceOf(file: string): string {
  return readFileSync(file, 'utf8');
}

/** The source of a file that is empty. If it was not before, waits for it: many programs empty what they write. */
export async function writtenSource({ file, current }: Module): Promise<string> {
  const wasEmpty = (current?.source ?? '') === '';
  for (let left = wasEmpty ? 0 : EMPTIED_MS; left > 0; left -= LOOK_MS) {
    await sleep(LOOK_MS);
    const source = sourceOf(file);
    if (source !== '') return source;
  }
  return '';
}
