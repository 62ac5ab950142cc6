import { existsSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, extname, join, resolve, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { ResolverFactory } from 'oxc-resolver';
import type { TsSettings } from './compiler.js';

/** The target of an import: a file to compile and watch, or a specifier for Node. */
export type Target = { readonly file: string } | { readonly native: string };

const SCRIPTS = new Set(['.ts', '.tsx', '.mts', '.cts', '.js', '.jsx', '.mjs', '.json']);
const TYPED = new Set(['.ts', '.tsx', '.mts', '.cts']);
const MODULE_SYNTAX = /^\s*(?:import|export)\b/m;

/** Resolves imports as TypeScript and Node do. */
export class Resolution {
  /** The paths where an import was not found since the last `clear`. */
  readonly missing = new Set<string>();
  readonly #resolver: ResolverFactory;

  /** @param settings the `paths` and the conditions of this tsconfig count */
  constructor({ file: tsconfig, conditions }: TsSettings) {
    this.#resolver = new ResolverFactory({
      ...(tsconfig !== undefined && { tsconfig: { configFile: tsconfig, references: 'auto' } }),
      conditionNames: ['node', 'import', 'module-sync', ...conditions],
      extensions: ['.ts', '.tsx', '.mts', '.cts', '.js', '.mjs', '.cjs', '.json'],
      extensionAlias: {
        '.js': ['.ts', '.tsx', '.js'],
        '.jsx': ['.tsx', '.jsx'],
        '.mjs': ['.mts', '.mjs'],
        '.cjs': ['.cts', '.cjs'],
      },
    });
  }

  /** @throws {Error} with the code `ERR_MODULE_NOT_FOUND` */
  resolve(specifier: string, importer: string): Target {
    if (isBuiltin(specifier)) return { native: specifier };
    const requested = specifier.startsWith('file:') ? fileURLToPath(specifier) : specifier;
    const { path, error } = this.#resolver.sync(dirname(importer), requested);
    if (path === undefined) {
      for (const each of pathsOf(requested, dirname(importer))) this.missing.add(each);
      throw notFound(specifier, importer, error);
    }
    const [file = path] = path.split('?', 1);
    return isOfProject(file, /^[./]|^[A-Za-z]:/.test(requested)) ? { file } : { native: file };
  }

  /** Forgets which files exist. */
  clear(): void {
    this.missing.clear();
    this.#resolver.clearCache();
  }
}

/** TypeScript outside of `node_modules` belongs to the project, as does JavaScript with a relative specifier. */
function isOfProject(file: string, isRelative: boolean): boolean {
  const extension = extname(file);
  if (file.includes(`${sep}node_modules${sep}`) || !SCRIPTS.has(extension)) return false;
  if (TYPED.has(extension)) return true;
  return isRelative && (extension !== '.js' || hasModuleSyntax(file));
}

/** Whether a script has the syntax of modules, or belongs to a package of modules. */
function hasModuleSyntax(file: string): boolean {
  return isModule(file) || MODULE_SYNTAX.test(readFileSync(file, 'utf8'));
}

/** Whether Node treats a file as a module, by its extension or its package. */
export function isModule(file: string): boolean {
  if (/\.m[jt]s$/.test(file)) return true;
  return !/\.c[jt]s$/.test(file) && typeOf(dirname(file)) === 'module';
}

function typeOf(folder: string): unknown {
  const manifest = join(folder, 'package.json');
  if (existsSync(manifest)) return (JSON.parse(readFileSync(manifest, 'utf8')) as { readonly type?: unknown }).type;
  const parent = dirname(folder);
  return parent === folder ? undefined : typeOf(parent);
}

/** The paths where the target may appear: next to the importer, or in `node_modules` of a folder above it. */
function pathsOf(specifier: string, folder: string): string[] {
  if (/^[./]|^[A-Za-z]:/.test(specifier)) return [resolve(folder, specifier)];
  const place = join(folder, 'node_modules', specifier);
  return dirname(folder) === folder ? [place] : [place, ...pathsOf(specifier, dirname(folder))];
}

function notFound(specifier: string, importer: string, reason: string | undefined): Error {
  const error = new Error(`Cannot find "${specifier}", imported from ${importer}`, { cause: reason });
  return Object.assign(error, { code: 'ERR_MODULE_NOT_FOUND', specifier, importer });
}

/**
 * Imports a target through Node. Names that Node does not detect in a CommonJS module are read from its `module.exports`, as
 * they are if the project is compiled to CommonJS.
 */
export async function importNative(target: string, names: readonly string[] = []): Promise<object> {
  const url = isBuiltin(target) ? target : pathToFileURL(target).href;
  const found = (await import(url)) as Readonly<Record<string, unknown>>;
  const missing = names.filter((name) => !(name in found) && name !== 'default');
  if (missing.length === 0) return found;
  const whole = Object(found['default']) as Readonly<Record<string, unknown>>;
  const seen = missing.filter((name) => name in whole);
  if (seen.length === 0) return found;
  return Object.freeze({ ...found, ...Object.fromEntries(seen.map((name) => [name, whole[name]])) });
}
