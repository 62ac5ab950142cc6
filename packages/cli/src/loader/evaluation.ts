import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';
import { HELPERS, type ImportDetails, PARAMETERS } from './compiler.js';
import { isModule } from './resolution.js';

/** The import functions of the code of a module. */
export interface ModuleImports {
  import(specifier: string, details?: ImportDetails): Promise<object>;
  importLater(specifier: string): Promise<object>;
  resolve(specifier: string): string;
}

/** The code of a module as a function. Each call evaluates the module. */
export type ModuleFunction = (...args: readonly unknown[]) => Promise<void>;

const AsyncFunction = (async () => {}).constructor as new (...parts: readonly string[]) => ModuleFunction;

/** Parses compiled code. */
export function moduleFunction(file: string, code: string): ModuleFunction {
  // A block, so that the code may declare names of the parameters itself.
  return new AsyncFunction(...PARAMETERS, `'use strict'; {\n${code}\n}\n//# sourceURL=${pathToFileURL(file).href}`);
}

/** Evaluates a module. The exports are getters, so that cycles and changing exports work. */
export async function evaluate(
  file: string,
  run: ModuleFunction,
  exports: Record<string, unknown>,
  imports: ModuleImports,
): Promise<void> {
  const { href } = pathToFileURL(file);
  const folder = dirname(file);
  const stars = new StarExports(exports);
  const commonJs = isModule(file) ? undefined : { id: file, filename: file, exports: {} as Record<string, unknown> };
  const meta = { url: href, filename: file, dirname: folder, resolve: (name: string) => imports.resolve(name) };
  await run(
    exports,
    (specifier: string, details?: ImportDetails) => imports.import(specifier, details),
    (specifier: unknown) => imports.importLater(String(specifier)),
    (from: object) => stars.add(from),
    meta,
    HELPERS,
    createRequire(file),
    file,
    folder,
    commonJs,
    commonJs?.exports,
  );
  if (commonJs !== undefined) addAssigned(exports, commonJs.exports);
}

/** Adds the values that a file has assigned to `module.exports` or `exports`. */
function addAssigned(exports: Record<string, unknown>, assigned: Readonly<Record<string, unknown>>): void {
  const names = Object.keys(Object(assigned) as object);
  if (names.length === 0 && typeof assigned !== 'function') return;
  for (const name of names.filter((each) => !(each in exports))) {
    const get = () => assigned[name];
    Object.defineProperty(exports, name, { enumerable: true, configurable: true, get });
  }
  if (!('default' in exports)) Object.defineProperty(exports, 'default', { enumerable: true, get: () => assigned });
}

/**
 * `export * from`: the module's own names come first, and `default` does not count. A name that two modules export with
 * different values is not exported (ECMA-262, `ResolveExport`).
 */
class StarExports {
  readonly #exports: Record<string, unknown>;
  /** The modules that other names come from. */
  readonly #origins = new Map<string, object>();

  constructor(exports: Record<string, unknown>) {
    this.#exports = exports;
  }

  add(from: object): void {
    for (const name of Object.keys(from)) if (name !== 'default') this.#export(name, from);
  }

  #export(name: string, from: object): void {
    const other = this.#origins.get(name);
    if (other !== undefined) {
      if (differ(name, other, from)) delete this.#exports[name];
    } else if (!(name in this.#exports)) {
      this.#origins.set(name, from);
      const get = () => Reflect.get(from, name) as unknown;
      Object.defineProperty(this.#exports, name, { enumerable: true, configurable: true, get });
    }
  }
}

/** Whether two modules export different values. Exports without a value yet are not compared. */
function differ(name: string, one: object, other: object): boolean {
  try {
    return !Object.is(Reflect.get(one, name), Reflect.get(other, name));
  } catch {
    return false;
  }
}
