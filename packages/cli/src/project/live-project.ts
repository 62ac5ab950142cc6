import { createRequire } from 'node:module';
import { dirname, relative, sep } from 'node:path';
import { type Class, forgetClass, type Runtime } from '@cuecard/core';
import type { Config } from '../config/config.js';
import type { Module, ModuleInstance } from '../loader/module.js';
import { ModuleGraph, staleModules } from '../loader/module-graph.js';
import type { Replacement, Update } from '../loader/update.js';
import { type Composition, compose, type CompositionOptions, isServedAlike } from './composition.js';
import { CountedRuntime } from './counted-runtime.js';
import { isDefinitionFile, namesOf, namesOnlyIn, classOf, isHandler } from './definitions-in.js';
import { locateErrors } from './problems.js';
import { ProjectFiles, type SourceLocation } from './project-files.js';
import type { Watchable } from './watched-files.js';

/** The definitions that an edit has changed. */
export interface Reload {
  /** The new and replaced definitions, as `prompt review@1.2.0`. */
  readonly changed: readonly string[];
  /** The removed definitions that nothing has replaced. */
  readonly removed: readonly string[];
}

/** A project that is served while its files change. */
export class LiveProject {
  /** Stays the same object while its definitions change. */
  readonly runtime: Runtime;
  readonly counted: CountedRuntime;
  readonly root: string;
  readonly graph: ModuleGraph;
  readonly #options: CompositionOptions;
  #composition: Composition;

  private constructor(graph: ModuleGraph, composition: Composition, options: CompositionOptions) {
    this.graph = graph;
    this.#composition = composition;
    this.#options = options;
    this.root = dirname(options.file);
    this.runtime = composition.config.runtime;
    this.counted = new CountedRuntime(this.runtime);
  }

  /** @throws {Problem} if the project cannot be loaded */
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
      (update) => locateErrors(open, update, { graph, folder: options.folder }),
    );
  }

  /** The folder that messages give paths from. */
  get folder(): string {
    return this.#options.folder;
  }

  get config(): Config {
    return this.#composition.config;
  }

  /** The files that the project has loaded. */
  get files(): readonly string[] {
    return [...this.graph.modules].map(({ file }) => file);
  }

  /** The files and folders whose edits can change the project. */
  get watchable(): Watchable {
    const { settings, sources, resolution } = this.graph;
    const others = [...settings.files, ...loadedByNode(this.root)].map((file) => [file, undefined] as const);
    const { folders } = this.#composition;
    const belongs = (file: string) => this.#isInFolder(file);
    return { files: [...sources, ...others], folders, missing: [...resolution.missing], belongs };
  }

  /** Returns the declaration of a class of the project, or of one of its members. */
  locationOf(type: Class, member?: string): SourceLocation | undefined {
    const { graph } = this;
    const exports = (module: Module) => Object.values(module.current?.exports ?? {}).map(handlerClass);
    const owner = [...graph.modules].find((module) => exports(module).includes(type));
    const files = owner === undefined ? this.files : [owner.file];
    const { folder } = this.#options;
    return new ProjectFiles({ folder, files }).declaration(type.name, member);
  }

  /** Whether an edit of a file can change the project: it has been imported, or would be found. */
  concerns(file: string): boolean {
    return this.graph.isTouchedBy(file) || this.#isInFolder(file) || this.graph.settings.files.includes(file);
  }

  /**
   * Serves the files as they are now, or stays as it is.
   * @param files the files that have changed since the last time that this succeeded
   * @throws {Problem} if the project cannot be loaded from them
   */
  reload(files: ReadonlySet<string>): Promise<Reload> {
    const isOfSettings = this.graph.settings.files.some((file) => files.has(file));
    if (isOfSettings) this.graph.readSettings();
    const edited = isOfSettings ? new Set([...files, ...this.files]) : files;
    const serve = async (update: Update) => {
      await update.evaluateAll();
      return this.#serve(update, await compose(update, this.#options));
    };
    return this.graph.update(
      () => staleModules(this.graph.modules, edited),
      (update) => locateErrors(serve, update, { graph: this.graph, folder: this.#options.folder }),
    );
  }

  /** Waits for the calls under way, and closes what the config has opened. */
  async close(): Promise<void> {
    await this.counted.endOfCalls();
    await this.config.close?.();
  }

  #serve(update: Update, composition: Composition): Reload {
    const former = this.#composition.config;
    const { registry: before } = this.runtime;
    if (!isServedAlike(former, composition.config)) this.#options.logger.warn(NEXT_START);
    const { replacements } = update;
    const release = this.#become(composition.config.runtime);
    this.#composition = composition;
    update.commit();
    this.graph.keep([this.#options.file, ...composition.found]);
    void this.#afterCalls(async () => {
      for (const type of classesLeft(replacements)) forgetClass(type);
      try {
        await former.close?.();
      } finally {
        await release();
      }
    });
    const { registry } = this.runtime;
    const evaluated = new Set(replacements.flatMap(({ after }) => Object.values(after?.exports ?? {})));
    return {
      changed: namesOf([...evaluated].filter(isHandler), registry),
      removed: namesOnlyIn(before, registry),
    };
  }

  async #afterCalls(work: () => Promise<void>): Promise<void> {
    await this.counted.endOfCalls();
    await work();
  }

  /** A config may return the same runtime each time. */
  #become(runtime: Runtime): () => Promise<void> {
    return runtime === this.runtime ? async () => {} : this.runtime.become(runtime);
  }

  #isInFolder(file: string): boolean {
    const { folders } = this.#composition;
    return folders.some((folder) => file.startsWith(folder + sep) && isDefinitionFile(relative(folder, file)));
  }
}

const NEXT_START = 'The name, the version and `http` of the config count from the next start: restart to serve them';

/** The class by which the registry knows a value; other values stay as they are. */
function handlerClass(value: unknown): unknown {
  return isHandler(value) ? classOf(value) : value;
}

/** The classes that files exported before the edit, and no longer export. */
function classesLeft(replacements: readonly Replacement[]): readonly Class[] {
  const after = new Set(replacements.flatMap((each) => classesOf(each.after)));
  return replacements.flatMap(({ before }) => classesOf(before)).filter((each) => !after.has(each));
}

function classesOf(instance: ModuleInstance | undefined): Class[] {
  return Object.values(instance?.exports ?? {}).flatMap((value) => (isClass(value) ? [value] : []));
}

function isClass(value: unknown): value is Class {
  return typeof value === 'function' && /^class\b/.test(Function.prototype.toString.call(value));
}

const { cache } = createRequire(import.meta.url);

/** The files of a project that Node itself has loaded, as it does with CommonJS: this process keeps them as they were. */
export function loadedByNode(root: string): readonly string[] {
  return Object.keys(cache).filter((file) => file.startsWith(root + sep) && !file.includes(`${sep}node_modules${sep}`));
}
