// The loader of `cuecard dev`. Node cannot replace a module, so the project's own files are loaded here:
//
// - Compiled: `compiler.ts` turns a file into a function, with the decorators and types that tsc emits. `local-types.ts`
//   looks up the types that the file itself declares.
// - Linked: `resolution.ts` finds what an import names, by the tsconfig: a file of the project, or something that Node
//   imports. Importers see a module through a view (`module.ts`), which leads to its latest instance.
// - Evaluated: `module.ts` runs the function once, and fills the exports.
// - Stale: an edited module, and a module that read something of a stale one while it was evaluated (`staleModules`).
// - Replaced: an `Update` evaluates what is stale. Others see the new instances when it is committed, or never.
//
// Why ours: Vite's module runner, rolldown and new processes were slower from a save to a served runtime, needed more
// memory, and reported faults without their places.

import { existsSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { pathToFileURL } from 'node:url';
import { systemCode } from '../outcome/problem.js';
import { compile, StackTraces } from './compiler.js';
import {
  checkExport,
  evaluate,
  type LoadedFile,
  Module,
  moduleFunction,
  type ModuleFunction,
  ModuleInstance,
  type OpenUpdate,
  Scopes,
  sourceOf,
  viewOf,
  writtenSource,
} from './module.js';
import { importNative, NO_SETTINGS, readSettings, Resolution, type Settings } from './resolution.js';

/** The loaded files of a project. Code outside of this folder knows files and their exports, but no modules. */
export class Loader {
  readonly stackTraces = new StackTraces();
  readonly scopes = new Scopes();
  /** Called when code outside of an update has imported a file for the first time. */
  onLateImport = (): void => {};
  settings: Settings = NO_SETTINGS;
  resolution = new Resolution(NO_SETTINGS);
  readonly #folder: string;
  readonly #modules = new Map<string, Module>();
  /** The modules without a current importer. */
  readonly #idle = new Set<Module>();
  /** Updates come one after the other. */
  #turn: Promise<unknown> = Promise.resolve();

  /** @param folder the folder from which the tsconfig is searched upwards */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /** The files with the contents that were read. */
  get files(): readonly LoadedFile[] {
    return [...this.modules].flatMap(({ current = [] }) => current);
  }

  /** The tsconfig, and the files that it extends. */
  get settingsFiles(): readonly string[] {
    return this.settings.files;
  }

  /** The paths where an import was not found in the last update. */
  get missing(): Iterable<string> {
    return this.resolution.missing;
  }

  /**
   * Runs one update at a time. Without a commit by the work, the loaded files stay as they are.
   * @param edited the files that may have changed
   */
  update<Result>(work: (update: Update) => Promise<Result>, edited: ReadonlySet<string> = NONE): Promise<Result> {
    const done = this.#turn.then(() => this.#update(work, edited));
    this.#turn = done.catch(() => undefined);
    return done;
  }

  /** Whether an edit of a file changes the project. Forgets a file without importers. */
  isTouchedBy(file: string): boolean {
    const module = this.#modules.get(file);
    if (module === undefined || !this.#idle.has(module))
      return module !== undefined || this.settingsFiles.includes(file);
    this.#forget(module);
    return false;
  }

  /**
   * Finds the files that these reach. Other files are kept while they exist: if they are imported again, their classes and
   * singletons must be the same.
   */
  keep(roots: Iterable<string>): void {
    const reached = this.#reachedFrom(roots);
    this.#idle.clear();
    for (const module of this.modules) {
      if (reached.has(module)) continue;
      if (module.current !== undefined && existsSync(module.file)) this.#idle.add(module);
      else this.#forget(module);
    }
  }

  #reachedFrom(roots: Iterable<string>): ReadonlySet<Module> {
    const reached = new Set([...roots].flatMap((root) => this.#modules.get(root) ?? []));
    for (const { current } of reached) for (const imported of current?.imports.keys() ?? []) reached.add(imported);
    return new Set([...reached].filter(({ current }) => current !== undefined));
  }

  get modules(): Iterable<Module> {
    return this.#modules.values();
  }

  /** The module of a file, which may not have been imported yet. */
  module(file: string): Module {
    const module = this.#modules.get(file) ?? new Module(file);
    this.#modules.set(file, module);
    return module;
  }

  /** @throws {FileFault} for an invalid tsconfig; then the former settings count */
  readSettings(): void {
    const { fault, ...settings } = readSettings(this.#folder);
    this.settings = fault === undefined ? settings : { ...this.settings, files: settings.files };
    if (fault !== undefined) throw fault;
    this.resolution = new Resolution(settings);
    this.stackTraces.transform = settings.transform;
  }

  /** Imports a file for code that runs outside of an update. */
  async importLater(specifier: string, importer: ModuleInstance): Promise<object> {
    const target = this.resolution.resolve(specifier, importer.file);
    if ('native' in target) return import(target.native) as Promise<object>;
    const module = this.module(target.file);
    importer.addImport(module);
    if (module.current === undefined) {
      await this.update(async (update) => {
        await update.exportsOf(target.file);
        update.commit();
      });
      this.onLateImport();
    }
    return viewOf(module, importer, this.scopes);
  }

  async #update<Result>(work: (update: Update) => Promise<Result>, edited: ReadonlySet<string>): Promise<Result> {
    this.resolution.clear();
    const stale = staleModules(this.modules, edited);
    const idle = [...stale].filter((module) => this.#idle.has(module));
    for (const module of idle) {
      this.#forget(module);
      stale.delete(module);
    }
    const hasSettings = this.settings !== NO_SETTINGS && !this.settings.files.some((file) => edited.has(file));
    const update = new Update(this, { stale, hasSettings });
    try {
      return await work(update);
    } finally {
      update.discard();
    }
  }

  #forget(module: Module): void {
    this.#modules.delete(module.file);
    this.#idle.delete(module);
  }
}

const NONE: ReadonlySet<string> = new Set();

/**
 * Finds the modules to re-evaluate: edited files, modules that read an export of one during their evaluation, and so on. A
 * module that imports a function and calls it later is not re-evaluated, and calls the new function.
 */
function staleModules(modules: Iterable<Module>, edited: ReadonlySet<string>): Set<Module> {
  const evaluated = [...modules].filter(({ current }) => current !== undefined);
  const changed = evaluated.filter(({ file }) => edited.has(file));
  const deleted = changed.filter(({ file }) => !existsSync(file));
  const importers = evaluated.filter(({ current }) => deleted.some((each) => current?.imports.has(each)));
  const stale = new Set([...changed, ...importers]);
  for (const each of stale) for (const reader of evaluated) if (reader.current?.uses.has(each)) stale.add(reader);
  return stale;
}

interface UpdateOptions {
  /** The modules to re-evaluate. */
  readonly stale: ReadonlySet<Module>;
  /** Whether the tsconfig has been read, and has not changed. */
  readonly hasSettings: boolean;
}

/** New instances of modules, which only the code of the update sees until the commit. */
export class Update implements OpenUpdate {
  /** Files that were deleted before they were read. */
  readonly gone = new Set<string>();
  readonly #loader: Loader;
  readonly #options: UpdateOptions;
  /** The stale modules whose files were deleted. All of the update takes it from here which files exist. */
  readonly #deleted: ReadonlySet<Module>;
  readonly #pending = new Map<Module, ModuleInstance>();
  #ready: Promise<void> | undefined;
  #isOpen = true;

  constructor(loader: Loader, options: UpdateOptions) {
    this.#loader = loader;
    this.#options = options;
    this.#deleted = new Set([...options.stale].filter(({ file }) => !existsSync(file)));
    loader.scopes.opened();
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** The evaluated files. */
  get files(): readonly LoadedFile[] {
    return [...this.#pending.values()];
  }

  /** The evaluated and the deleted files, before and after the update. */
  get replacements(): readonly { readonly before?: LoadedFile | undefined; readonly after?: LoadedFile }[] {
    const deleted = [...this.#deleted].map((module) => ({ before: module.current }));
    return [...deleted, ...[...this.#pending].map(([module, after]) => ({ before: module.current, after }))];
  }

  /**
   * The exports of a file. All stale files are evaluated before.
   * @throws {MissingExport} if a file imports a name that is not exported
   */
  async exportsOf(file: string): Promise<Readonly<Record<string, unknown>>> {
    await (this.#ready ??= this.#evaluateStale());
    const { exports } = await this.#load(this.#loader.module(file));
    return exports;
  }

  /** Calls a function that sees the new instances. */
  run<Result>(work: () => Result): Result {
    return this.#loader.scopes.run({ update: this, uses: new Set() }, work);
  }

  /** Makes the new instances current. */
  commit(): void {
    for (const module of this.#pending.keys()) module.current?.retire();
    for (const [module, instance] of this.#pending) module.current = instance;
    this.discard();
  }

  /** Ends the update: without a commit, the new instances are lost. */
  discard(): void {
    if (this.#isOpen) this.#loader.scopes.closed();
    this.#isOpen = false;
  }

  pending(module: Module): ModuleInstance | undefined {
    return this.#pending.get(module);
  }

  async import(specifier: string, importer: ModuleInstance, names: readonly string[] = []): Promise<object> {
    const target = this.#loader.resolution.resolve(specifier, importer.file);
    if ('native' in target) return importNative(target.native, names);
    const module = this.#loader.module(target.file);
    importer.addImport(module, names);
    const instance = await this.#load(module, importer);
    for (const name of names) checkExport(instance, name, importer.file, this.#newest);
    return viewOf(module, importer, this.#loader.scopes);
  }

  readonly #newest = (module: Module): ModuleInstance | undefined => this.#pending.get(module) ?? module.current;

  async #evaluateStale(): Promise<void> {
    const { stale, hasSettings } = this.#options;
    if (!hasSettings) this.#loader.readSettings();
    for (const module of stale) if (!this.#deleted.has(module)) await this.#load(module);
    for (const instance of this.#pending.values())
      for (const importer of this.#loader.modules)
        for (const name of (stale.has(importer) ? undefined : importer.current?.imports.get(instance.module)) ?? [])
          checkExport(instance, name, importer.file, this.#newest);
  }

  async #load(module: Module, importer?: ModuleInstance): Promise<ModuleInstance> {
    const instance = this.#instance(module);
    // In a cycle, the importer gets the exports so far.
    if (!instance.isEvaluated && importer !== undefined && instance.waitsFor(importer)) return instance;
    importer?.awaits.add(instance);
    try {
      await instance.evaluated;
    } finally {
      importer?.awaits.delete(instance);
    }
    return instance;
  }

  #instance(module: Module): ModuleInstance {
    const known = this.#options.stale.has(module) ? this.#pending.get(module) : this.#newest(module);
    if (known !== undefined) return known;
    const instance = new ModuleInstance(module, this.#sourceOf(module.file));
    this.#pending.set(module, instance);
    const { scopes } = this.#loader;
    instance.evaluated = scopes.run({ update: this, uses: instance.uses }, () => this.#evaluate(instance));
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
    const { module, file } = instance;
    const source = (instance.source ||= await writtenSource(module));
    this.#loader.stackTraces.setSource(file, source);
    await evaluate(instance, this.#compile(module, source), {
      import: (specifier, details) => this.import(specifier, instance, details?.importedNames),
      importLater: (specifier) => this.#importLater(specifier, instance),
      resolve: (specifier) => this.#urlOf(specifier, file),
    });
    instance.isEvaluated = true;
  }

  /** Compiles a module if its source or the settings have changed since the last time. */
  #compile(module: Module, source: string): ModuleFunction {
    const { transform } = this.#loader.settings;
    if (module.compiled?.source !== source || module.compiled.transform !== transform) {
      const run = moduleFunction(module.file, compile(module.file, source, transform));
      module.compiled = { source, transform, run };
    }
    return module.compiled.run;
  }

  /** An `import()`, which code may also call long after the update, or within another one. */
  async #importLater(specifier: string, importer: ModuleInstance): Promise<object> {
    const open = this.#loader.scopes.current?.update;
    return open === undefined ? this.#loader.importLater(specifier, importer) : open.import(specifier, importer);
  }

  #urlOf(specifier: string, importer: string): string {
    const target = this.#loader.resolution.resolve(specifier, importer);
    const path = 'file' in target ? target.file : target.native;
    return isBuiltin(path) ? path : pathToFileURL(path).href;
  }
}
