import { statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, relative, resolve, sep } from 'node:path';
import { type Class, type Definition, releaseClass, type Runtime } from '@cuecard/core';
import type { SourcePlace } from '../playground/options.js';
import type { Config } from '../config/config.js';
import { Loader, type Update } from '../loader/loader.js';
import type { LoadedFile } from '../loader/module.js';
import { Sources } from '../source/sources.js';
import { type Composition, compose, type CompositionOptions, isServedAlike } from './composition.js';
import { CountedRuntime } from './counted-runtime.js';
import { isDefinitionFile, isHandler, namesOf, namesOnlyIn } from './definitions-in.js';
import { locatingErrors } from './problems.js';
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
  readonly loader: Loader;
  readonly #options: CompositionOptions;
  #composition: Composition;
  #sources: Sources | undefined;

  private constructor(loader: Loader, composition: Composition, options: CompositionOptions) {
    this.loader = loader;
    this.#composition = composition;
    this.#options = options;
    this.root = dirname(options.file);
    this.runtime = composition.config.runtime;
    this.counted = new CountedRuntime(this.runtime);
  }

  /** @throws {Problem} if the project cannot be loaded */
  static async open(options: CompositionOptions): Promise<LiveProject> {
    const loader = new Loader(dirname(options.file));
    loader.stackTraces.install();
    const open = async (update: Update) => {
      const composition = await compose(update, options);
      update.commit();
      return new LiveProject(loader, composition, options);
    };
    return loader.update(locatingErrors({ loader, folder: options.folder }, open));
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
    return this.loader.files.map(({ file }) => file);
  }

  /** The files and folders whose edits can change the project. */
  get watchable(): Watchable {
    const { files: loaded, settingsFiles, missing: sought } = this.loader;
    const others = [...settingsFiles, ...loadedByNode(this.root)].map((file) => [file, undefined] as const);
    const stats = this.#watchList.map((path) => [path, statSync(path, { throwIfNoEntry: false })] as const);
    const files = stats.filter(([, found]) => found?.isFile()).map(([file]) => [file, undefined] as const);
    const folders = stats.filter(([, found]) => found?.isDirectory()).map(([folder]) => folder);
    const missing = stats.filter(([, found]) => found === undefined).map(([path]) => path);
    return {
      files: [...loaded.map(({ file, source }) => [file, source] as const), ...others, ...files],
      folders: [...this.#composition.folders, ...folders],
      missing: [...sought, ...missing],
      belongs: (file) => this.#isInFolder(file) || this.#isWatched(file),
    };
  }

  /** The served files, as they are now. */
  get sources(): Sources {
    return (this.#sources ??= new Sources(this.loader.files, this.folder));
  }

  placeOf(definition: Definition): SourcePlace | undefined {
    const declared = this.sources.definition(definition);
    return declared && this.sources.placeOf(declared);
  }

  /** Whether an edit of a file can change the project: it has been imported, or would be found. */
  concerns(file: string): boolean {
    return this.loader.isTouchedBy(file) || this.#isInFolder(file) || this.#isWatched(file);
  }

  /**
   * Serves the files as they are now, or stays as it is.
   * @param files the files that have changed since the last time that this succeeded
   * @throws {Problem} if the project cannot be loaded from them
   */
  reload(files: ReadonlySet<string>): Promise<Reload> {
    const isOfSettings = this.loader.settingsFiles.some((file) => files.has(file));
    const isOfAll = isOfSettings || [...files].some((file) => this.#isWatched(file)); // Any module may have read it.
    const edited = isOfAll ? new Set([...files, ...this.files]) : files;
    const serve = async (update: Update) => this.#serve(update, await compose(update, this.#options));
    return this.loader.update(locatingErrors({ loader: this.loader, folder: this.folder }, serve), edited);
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
    this.#sources = undefined;
    update.commit();
    this.loader.keep([this.#options.file, ...composition.found]);
    void this.#afterCalls(async () => {
      for (const type of classesLeft(replacements)) releaseClass(type);
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

  /** The paths of the `watch` list. */
  get #watchList(): readonly string[] {
    return (this.config.watch ?? []).map((path) => resolve(this.root, path));
  }

  #isWatched(file: string): boolean {
    return this.#watchList.some((path) => file === path || file.startsWith(path + sep));
  }

  #isInFolder(file: string): boolean {
    const { folders } = this.#composition;
    return folders.some((folder) => file.startsWith(folder + sep) && isDefinitionFile(relative(folder, file)));
  }
}

const NEXT_START = 'Restart to apply changes to `name`, `version` and `http` in the config';

/** The classes that files exported before the edit, and no longer export. */
function classesLeft(replacements: Update['replacements']): readonly Class[] {
  const after = new Set(replacements.flatMap((each) => classesOf(each.after)));
  return replacements.flatMap(({ before }) => classesOf(before)).filter((each) => !after.has(each));
}

function classesOf(file: LoadedFile | undefined): Class[] {
  return Object.values(file?.exports ?? {}).filter(isClass);
}

function isClass(value: unknown): value is Class {
  return typeof value === 'function' && /^class\b/.test(Function.prototype.toString.call(value));
}

const { cache } = createRequire(import.meta.url);

/** The files of a project that Node itself has loaded, as it does with CommonJS: this process keeps them as they were. */
export function loadedByNode(root: string): readonly string[] {
  return Object.keys(cache).filter((file) => file.startsWith(root + sep) && !file.includes(`${sep}node_modules${sep}`));
}
