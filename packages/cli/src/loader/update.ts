import { pathToFileURL } from 'node:url';
import { systemCode } from '../outcome/problem.js';
import { compile, type ImportDetails, type TsSettings } from './compiler.js';
import { evaluate, moduleFunction, type ModuleFunction } from './evaluation.js';
import {
  type Module,
  ModuleInstance,
  type OpenUpdate,
  type Scopes,
  sourceOf,
  viewOf,
  writtenSource,
} from './module.js';
import { importNative, type Resolution } from './resolution.js';
import type { StackTraces } from './stack-traces.js';

/** A module whose instance an update replaces. */
export interface Replacement {
  readonly module: Module;
  /** Missing if the module is new. */
  readonly before: ModuleInstance | undefined;
  /** Missing if the module is no longer imported. */
  readonly after: ModuleInstance | undefined;
}

/** The modules that an update is one of. */
export interface UpdatedGraph {
  readonly modules: Iterable<Module>;
  readonly scopes: Scopes;
  readonly settings: TsSettings;
  readonly resolution: Resolution;
  readonly stackTraces: StackTraces;
  module(file: string): Module;
  exists(module: Module): boolean;
  /** Imports a file for code that runs outside of an update. */
  importLater(specifier: string, importer: ModuleInstance): Promise<object>;
}

/** New instances of modules, which only the code of the update sees until the commit. */
export class Update implements OpenUpdate {
  /** Files that were deleted before they were read. */
  readonly gone = new Set<string>();
  readonly #graph: UpdatedGraph;
  readonly #stale: ReadonlySet<Module>;
  readonly #pending = new Map<Module, ModuleInstance>();
  #isOpen = true;

  /** @param stale the modules to re-evaluate */
  constructor(graph: UpdatedGraph, stale: ReadonlySet<Module>) {
    this.#graph = graph;
    this.#stale = stale;
    graph.scopes.opened();
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  pending(module: Module): ModuleInstance | undefined {
    return this.#pending.get(module);
  }

  /** The exports of a file, after its evaluation. */
  async exportsOf(file: string): Promise<Readonly<Record<string, unknown>>> {
    const { exports } = await this.#load(this.#graph.module(file));
    return exports;
  }

  /**
   * Evaluates the stale modules.
   * @throws {SyntaxError} if another module imports a name that is no longer exported
   */
  async evaluateAll(): Promise<void> {
    for (const module of this.#stale) if (this.#graph.exists(module)) await this.#load(module);
    for (const { after } of this.replacements) if (after !== undefined) this.#checkImporters(after);
  }

  /** Calls a function that sees the new instances. */
  run<Result>(work: () => Result): Result {
    return this.#graph.scopes.run({ update: this, uses: new Set() }, work);
  }

  /** The evaluated and the deleted modules. */
  get replacements(): readonly Replacement[] {
    const deleted = [...this.#stale].filter((module) => !this.#graph.exists(module));
    return [
      ...deleted.map((module) => ({ module, before: module.current, after: undefined })),
      ...[...this.#pending].map(([module, after]) => ({ module, before: module.current, after })),
    ];
  }

  /** The files that it has imported, with their contents. */
  get sources(): readonly (readonly [file: string, source: string])[] {
    return [...this.#pending.values()].map(({ module, source }) => [module.file, source]);
  }

  /** Makes the new instances current. */
  commit(): void {
    if (!this.#isOpen) return;
    for (const module of this.#pending.keys()) module.current?.retire();
    for (const [module, instance] of this.#pending) module.current = instance;
    this.#close();
  }

  /** Discards the new instances. */
  discard(): void {
    if (this.#isOpen) this.#close();
  }

  #checkImporters(instance: ModuleInstance): void {
    for (const { file, current } of this.#graph.modules) {
      const names = this.#stale.has(this.#graph.module(file)) ? undefined : current?.imports.get(instance.module);
      for (const name of names ?? []) this.#checkExport(instance, name, file);
    }
  }

  #checkExport(instance: ModuleInstance, name: string, importer: string): void {
    const isMissing = instance.isEvaluated && !(name in instance.exports);
    if (isMissing && !mayBeType(name, instance, (module) => this.pending(module) ?? module.current))
      throw new MissingExport(name, instance.module.file, importer);
  }

  #close(): void {
    this.#isOpen = false;
    this.#graph.scopes.closed();
  }

  async #load(module: Module, importer?: ModuleInstance): Promise<ModuleInstance> {
    const instance = this.#instance(module);
    if (instance.isEvaluated || importer === undefined) {
      await instance.evaluated;
      return instance;
    }
    if (instance.waitsFor(importer)) return instance; // A cycle: the importer gets the exports so far.
    importer.awaits.add(instance);
    try {
      await instance.evaluated;
    } finally {
      importer.awaits.delete(instance);
    }
    return instance;
  }

  #instance(module: Module): ModuleInstance {
    const known = this.#pending.get(module) ?? (this.#stale.has(module) ? undefined : module.current);
    if (known !== undefined) return known;
    const instance = new ModuleInstance(module, this.#sourceOf(module.file));
    this.#pending.set(module, instance);
    instance.evaluated = this.#graph.scopes.run({ update: this, uses: instance.uses }, () => this.#evaluate(instance));
    instance.evaluated.catch(() => {}); // Its importers get the error.
    return instance;
  }

  #sourceOf(file: string): string {
    try {
      return sourceOf(file);
    } catch (error) {
      // A file that cannot be read for another reason is not worth another try.
      if (systemCode(error) === 'ENOENT') this.gone.add(file);
      throw error;
    }
  }

  async #evaluate(instance: ModuleInstance): Promise<void> {
    const { module, exports } = instance;
    const source = (instance.source ||= await writtenSource(module));
    this.#graph.stackTraces.compiled(module.file, source);
    await evaluate(module.file, this.#compiled(module, source), exports, {
      import: (specifier, details) => this.import(specifier, instance, details),
      importLater: (specifier) => this.#importedLater(specifier, instance),
      resolve: (specifier) => this.#urlOf(specifier, instance),
    });
    instance.isEvaluated = true;
  }

  /** Compiles a module if its source or the settings have changed since the last time. */
  #compiled(module: Module, source: string): ModuleFunction {
    const { transform } = this.#graph.settings;
    if (module.compiled?.source !== source || module.compiled.transform !== transform) {
      const run = moduleFunction(module.file, compile(module.file, source, transform));
      module.compiled = { source, transform, run };
    }
    return module.compiled.run;
  }

  async import(specifier: string, importer: ModuleInstance, details?: ImportDetails): Promise<object> {
    const target = this.#graph.resolution.resolve(specifier, importer.module.file);
    if ('native' in target) return importNative(target.native, details?.importedNames);
    const module = this.#graph.module(target.file);
    importer.addImport(module, details?.importedNames);
    const instance = await this.#load(module, importer);
    for (const name of details?.importedNames ?? []) this.#checkExport(instance, name, importer.module.file);
    return viewOf(module, importer, this.#graph.scopes);
  }

  /** An `import()`, which code may also call long after the update, or within another one. */
  async #importedLater(specifier: string, importer: ModuleInstance): Promise<object> {
    const open = this.#graph.scopes.current?.update;
    return open === undefined ? this.#graph.importLater(specifier, importer) : open.import(specifier, importer);
  }

  #urlOf(specifier: string, { module }: ModuleInstance): string {
    const target = this.#graph.resolution.resolve(specifier, module.file);
    return 'native' in target && !target.native.startsWith('/') ? target.native : pathToFileURL(fileOf(target)).href;
  }
}

function fileOf(target: { readonly file: string } | { readonly native: string }): string {
  return 'file' in target ? target.file : target.native;
}

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

/**
 * Whether a name that a module does not export may be that of a type: importers may not say which names are.
 * @param current the instance of a module that importers see
 */
function mayBeType(
  name: string,
  instance: ModuleInstance,
  current: (module: Module) => ModuleInstance | undefined,
  seen = new Set<ModuleInstance>(),
): boolean {
  if (name === 'default' || seen.has(instance)) return false;
  seen.add(instance);
  const { source, imports } = instance;
  if (declares(name, source) || UNKNOWN_STAR.test(source)) return true;
  if (!STAR.test(source)) return false;
  return [...imports.keys()].some((module) => {
    const imported = current(module);
    return imported === undefined || mayBeType(name, imported, current, seen);
  });
}

function declares(name: string, source: string): boolean {
  const declared = String.raw`\b(?:interface|type|namespace)\s+${name}\b`;
  const listed = String.raw`\bexport\b[^;]*\{[^}]*\b${name}\b[^}]*\}`;
  return new RegExp(`${declared}|${listed}`).test(source);
}

const STAR = /\bexport\s*\*/;
/** An `export *` of types, or of a module outside the project. */
const UNKNOWN_STAR = /\bexport\s+type\s*\*|\bexport\s*\*\s*from\s*['"][^.'"]/;
