// The loader of `cuecard dev`. Node's own module cache cannot replace a module, so the project's files are loaded here:
//
// - `compiler.ts` compiles a file to a function, with the decorators and types that tsc emits.
// - `resolution.ts` finds what an import names: a file of the project, or something that Node imports.
// - `module.ts` links: importers see a module through a view, which leads to its latest instance.
// - `evaluation.ts` runs the function once, and fills the exports.
// - An edited module is stale, and so is a module that read something of it while being evaluated (`staleModules` below).
// - `update.ts` evaluates what is stale. Others see the new instances when the update is committed, or never.
//
// Why ours: Vite's module runner, rolldown and new processes were slower from a save to a served runtime, needed more
// memory, and reported faults without their places.

import { existsSync } from 'node:fs';
import { type TsSettings, tsSettingsOf } from './compiler.js';
import { Module, type ModuleInstance, Scopes, viewOf } from './module.js';
import { Resolution } from './resolution.js';
import { StackTraces } from './stack-traces.js';
import { Update, type UpdatedGraph } from './update.js';

/** The imported files of a project, and their imports. */
export class ModuleGraph implements UpdatedGraph {
  readonly scopes = new Scopes();
  readonly stackTraces: StackTraces;
  settings: TsSettings;
  resolution: Resolution;
  /** Called when code outside of an update has imported a file for the first time. */
  onLateImport = (): void => {};
  readonly #folder: string;
  readonly #modules = new Map<string, Module>();
  /** The modules without a current importer. */
  readonly #idle = new Set<Module>();
  /** Updates come one after the other. */
  #turn: Promise<unknown> = Promise.resolve();

  /** @param folder the folder from which the tsconfig is searched upwards */
  constructor(folder: string) {
    this.#folder = folder;
    this.settings = tsSettingsOf(folder);
    this.resolution = new Resolution(this.settings);
    this.stackTraces = new StackTraces(this.settings.transform);
  }

  /** Reads the tsconfig again, for files that are compiled later. */
  readSettings(): void {
    this.settings = tsSettingsOf(this.#folder);
    this.resolution = new Resolution(this.settings);
    this.stackTraces.transform = this.settings.transform;
  }

  /** The imported files, with the contents that were read. */
  get sources(): readonly (readonly [file: string, source: string])[] {
    return [...this.modules].flatMap(({ file, current }) => (current === undefined ? [] : [[file, current.source]]));
  }

  get modules(): Iterable<Module> {
    return this.#modules.values();
  }

  /** The module of a file, which may not have been imported yet. */
  module(file: string): Module {
    const known = this.#modules.get(file);
    if (known !== undefined) return known;
    const module = new Module(file);
    this.#modules.set(file, module);
    return module;
  }

  exists({ file }: Pick<Module, 'file'>): boolean {
    return existsSync(file);
  }

  /**
   * Runs one update at a time. Without a commit by the work, the graph stays as it is.
   * @param staleNow returns the modules to re-evaluate
   */
  update<Result>(staleNow: () => ReadonlySet<Module>, work: (update: Update) => Promise<Result>): Promise<Result> {
    const done = this.#turn.then(() => this.#update(staleNow(), work));
    this.#turn = done.catch(() => undefined);
    return done;
  }

  /** Imports a file for code that runs outside of an update. */
  async importLater(specifier: string, importer: ModuleInstance): Promise<object> {
    const target = this.resolution.resolve(specifier, importer.module.file);
    if ('native' in target) return import(target.native) as Promise<object>;
    const module = this.module(target.file);
    importer.addImport(module);
    if (module.current === undefined) {
      await this.update(NOTHING, async (update) => {
        await update.exportsOf(target.file);
        update.commit();
      });
      this.onLateImport();
    }
    return viewOf(module, importer, this.scopes);
  }

  /** Whether an edit of a file changes the project. Removes the module of a file without importers. */
  isTouchedBy(file: string): boolean {
    const module = this.#modules.get(file);
    if (module === undefined || !this.#idle.has(module)) return module !== undefined;
    this.#forget(file);
    return false;
  }

  /**
   * Finds the modules that these files reach. Other modules are kept while their files exist: if they are imported again,
   * their classes and singletons must be the same.
   */
  keep(roots: Iterable<string>): void {
    const reached = new Set<Module>();
    const visit = (module: Module | undefined): void => {
      if (module?.current === undefined || reached.has(module)) return;
      reached.add(module);
      for (const each of module.current.imports.keys()) visit(each);
    };
    for (const root of roots) visit(this.#modules.get(root));
    this.#idle.clear();
    for (const [file, module] of this.#modules) {
      if (reached.has(module)) continue;
      if (module.current !== undefined && this.exists(module)) this.#idle.add(module);
      else this.#modules.delete(file);
    }
  }

  #forget(file: string): void {
    const module = this.#modules.get(file);
    this.#modules.delete(file);
    if (module !== undefined) this.#idle.delete(module);
  }

  async #update<Result>(stale: ReadonlySet<Module>, work: (update: Update) => Promise<Result>): Promise<Result> {
    this.resolution.clear();
    const idle = [...stale].filter((module) => this.#idle.has(module));
    for (const { file } of idle) this.#forget(file);
    const update = new Update(this, new Set([...stale].filter((module) => !idle.includes(module))));
    try {
      return await work(update);
    } finally {
      update.discard();
    }
  }
}

const NOTHING = (): ReadonlySet<Module> => new Set();

/**
 * Finds the modules to re-evaluate: edited files, modules that read an export of one during their evaluation, and so on. A
 * module that imports a function and calls it later is not re-evaluated, and calls the new function.
 */
export function staleModules(modules: Iterable<Module>, edited: ReadonlySet<string>): ReadonlySet<Module> {
  const evaluated = [...modules].filter(({ current }) => current !== undefined);
  const changed = evaluated.filter(({ file }) => edited.has(file));
  const deleted = changed.filter(({ file }) => !existsSync(file));
  const importers = evaluated.filter(({ current }) => deleted.some((each) => current?.imports.has(each)));
  const stale = new Set([...changed, ...importers]);
  for (const each of stale) for (const reader of evaluated) if (reader.current?.uses.has(each)) stale.add(reader);
  return stale;
}
