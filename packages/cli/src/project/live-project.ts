import { dirname, relative, sep } from 'node:path';
import type { Class, Runtime } from '@cuecard/core';
import type { Config } from '../config/config.js';
import type { Module } from '../loader/module.js';
import { ModuleGraph } from '../loader/module-graph.js';
import { type Staleness, stalenessOf } from '../loader/staleness.js';
import type { Update } from '../loader/update.js';
import { type Composition, compose, type CompositionOptions, isServedAlike } from './composition.js';
import { CountedRuntime } from './counted-runtime.js';
import { isDefinitionFile, namesOf, namesOnlyIn, classOf, isHandler } from './definitions-in.js';
import { classesLeft, CompositionNeeded, exchange, exchangePlan } from './exchange-plan.js';
import { explained } from './problems.js';
import { ProjectFiles, type Spot } from './project-files.js';

/** What an edit has changed. */
export interface Reload {
  /** The definitions that came, as `prompt review@1.2.0`. */
  readonly changed: readonly string[];
  /** Those that went, and that nothing has replaced. */
  readonly removed: readonly string[];
  /** Whether the config was called again. */
  readonly isComposedAnew: boolean;
}

type Served = Omit<Reload, 'removed'>;

/** A project that is served while its files change. */
export class LiveProject {
  /** Stays the same while what is in it changes. */
  readonly runtime: Runtime;
  readonly counted: CountedRuntime;
  readonly root: string;
  readonly graph: ModuleGraph;
  readonly #options: CompositionOptions;
  #composition: Composition;
  #deferred: ReadonlySet<Module> = new Set();

  private constructor(graph: ModuleGraph, composition: Composition, options: CompositionOptions) {
    this.graph = graph;
    this.#composition = composition;
    this.#options = options;
    this.root = dirname(options.file);
    this.runtime = composition.config.runtime;
    this.counted = new CountedRuntime(this.runtime);
  }

  /** @throws whatever is wrong with the project */
  static async open(options: CompositionOptions): Promise<LiveProject> {
    const graph = new ModuleGraph(dirname(options.file));
    graph.stackTraces.install();
    const open = async (update: Update) => {
      const composition = await compose(update, options);
      update.commit();
      return new LiveProject(graph, composition, options);
    };
    return graph.update(
      () => new Set(),
      (update) => explained(open, update, { graph, folder: options.folder }),
    );
  }

  /** The folder that messages give paths from. */
  get folder(): string {
    return this.#options.folder;
  }

  get config(): Config {
    return this.#composition.config;
  }

  /** The files that it is made of. */
  get files(): readonly string[] {
    return [...this.graph.modules].map(({ file }) => file);
  }

  /** What the files contained when they were read. */
  get sources(): readonly (readonly [file: string, source: string])[] {
    return [...this.graph.modules].flatMap(({ file, current }) =>
      current === undefined ? [] : [[file, current.source]],
    );
  }

  /** Where a class of the project is declared, or a member of it. */
  spotOf(type: Class, member?: string): Spot | undefined {
    const { graph } = this;
    const exports = (module: Module) => Object.values(module.current?.exports ?? {}).map(handlerClass);
    const home = [...graph.modules].find((module) => exports(module).includes(type));
    const files = home === undefined ? this.files : [home.file];
    const { folder } = this.#options;
    return new ProjectFiles({ folder, files }).declaration(type.name, member);
  }

  /** Whether an edit of a file can change something: it has been imported, or would be found. */
  concerns(file: string): boolean {
    return this.graph.isTouchedBy(file) || this.#isInFolder(file);
  }

  /**
   * Serves the files as they are now, or stays as it is.
   * @param edited the files that have changed since the last time that this succeeded
   * @throws whatever is wrong with them
   */
  async reload(edited: ReadonlySet<string>): Promise<Reload> {
    try {
      return await this.#reload(edited, false);
    } catch (error) {
      if (error instanceof CompositionNeeded) return this.#reload(edited, true);
      throw error;
    }
  }

  #reload(edited: ReadonlySet<string>, composesAnew: boolean): Promise<Reload> {
    let found: Staleness | undefined;
    const staleness = () => {
      const { modules } = this.graph;
      const { used } = this.#composition;
      const options = { modules, edited, deferred: this.#deferred, used, isExchangeable: isHandler, composesAnew };
      return (found = stalenessOf(options));
    };
    const serve = async (update: Update) => {
      const { isComposedAnew, deferred } = found ?? staleness();
      const { registry: before } = this.runtime;
      await update.evaluateAll();
      const reload = isComposedAnew ? await this.#composeAnew(update) : await this.#exchange(update, edited);
      this.#deferred = deferred;
      return { ...reload, removed: namesOnlyIn(before, this.runtime.registry) };
    };
    return this.graph.update(
      () => staleness().stale,
      (update) => explained(serve, update, { graph: this.graph, folder: this.#options.folder }),
    );
  }

  /** Waits for the calls under way, and closes what the config has opened. */
  async close(): Promise<void> {
    await this.counted.endOfCalls();
    await this.config.close?.();
  }

  async #exchange(update: Update, edited: ReadonlySet<string>): Promise<Served> {
    const added = [...edited].filter((file) => this.#isNew(file));
    for (const file of added) await update.exportsOf(file);
    const isDiscovered = (file: string) => this.#isInFolder(file);
    const plan = exchangePlan(update.replacements, { registry: this.runtime.registry, isDiscovered });
    if (plan.gone.length > 0 || plan.come.length > 0) {
      exchange(this.runtime, plan);
    }
    this.#commit(update, [...this.#composition.found, ...added]);
    return { changed: namesOf(plan.come, this.runtime.registry), isComposedAnew: false };
  }

  async #composeAnew(update: Update): Promise<Served> {
    const composition = await compose(update, this.#options);
    const { runtime } = composition.config;
    const former = this.#composition.config;
    if (!isServedAlike(former, composition.config)) this.#options.logger.warn(NEXT_START);
    if (runtime !== this.runtime) this.runtime.become(runtime);
    this.#composition = composition;
    this.#commit(update, composition.found);
    void this.counted.endOfCalls().then(() => former.close?.());
    const changed = update.replacements.flatMap(({ after }) => Object.values(after?.exports ?? {}).filter(isHandler));
    return { changed: namesOf(changed, this.runtime.registry), isComposedAnew: true };
  }

  #commit(update: Update, found: readonly string[]): void {
    const left = classesLeft(update.replacements);
    this.#composition = { ...this.#composition, found: found.filter((file) => this.graph.exists({ file })) };
    update.commit();
    this.graph.keep([this.#options.file, ...this.#composition.found]);
    void this.counted.endOfCalls().then(() => this.runtime.forget(left));
  }

  #isNew(file: string): boolean {
    return this.#isInFolder(file) && !this.#composition.found.includes(file) && this.graph.exists({ file });
  }

  #isInFolder(file: string): boolean {
    const { folders } = this.#composition;
    return folders.some((folder) => file.startsWith(folder + sep) && isDefinitionFile(relative(folder, file)));
  }
}

const NEXT_START = 'The name, the version and `http` of the config count from the next start: restart to serve them';

/** The class of a definition from data is what the registry knows it by. */
function handlerClass(value: unknown): unknown {
  return isHandler(value) ? classOf(value) : value;
}
