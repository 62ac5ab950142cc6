import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type ImportDetails, PARAMETERS } from './compiler.js';
import { HELPERS } from './helpers.js';

/** What the code of a module can ask for. */
export interface ModuleImports {
  import(specifier: string, details?: ImportDetails): Promise<object>;
  importLater(specifier: string): Promise<object>;
  resolve(specifier: string): string;
}

type ModuleFunction = (...given: readonly unknown[]) => Promise<void>;

const AsyncFunction = (async () => {}).constructor as new (...parts: readonly string[]) => ModuleFunction;

/** Runs compiled code once. The exports are getters, so that cycles and changing exports work. */
export async function evaluate(
  file: string,
  code: string,
  exports: Record<string, unknown>,
  imports: ModuleImports,
): Promise<void> {
  const { href } = pathToFileURL(file);
  const run = new AsyncFunction(...PARAMETERS, `'use strict';\n${code}\n//# sourceURL=${href}`);
  const folder = dirname(file);
  const meta = { url: href, filename: file, dirname: folder, resolve: (asked: string) => imports.resolve(asked) };
  await run(
    exports,
    (specifier: string, details?: ImportDetails) => imports.import(specifier, details),
    (specifier: unknown) => imports.importLater(String(specifier)),
    (from: object) => exportAll(exports, from),
    meta,
    HELPERS,
    createRequire(file),
    file,
    folder,
  );
}

/** `export * from`: names of its own come first, and `default` does not count. */
function exportAll(exports: Record<string, unknown>, from: object): void {
  for (const name of Object.keys(from)) {
    if (name === 'default' || name in exports) continue;
    const get = () => Reflect.get(from, name) as unknown;
    Object.defineProperty(exports, name, { enumerable: true, configurable: true, get });
  }
}
