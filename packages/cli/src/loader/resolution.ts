import { existsSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { basename, dirname, extname, join, resolve, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { findTsconfig, parseTsconfig, type TsConfigJsonResolved } from 'get-tsconfig';
import { parse, type ParseError, printParseErrorCode } from 'jsonc-parser';
import { ResolverFactory } from 'oxc-resolver';
import type { TransformOptions } from 'oxc-transform';
import { nearestPath } from '../files.js';
import { type Position, positionAt } from '../outcome/code-frame.js';
import { FileFault } from './compiler.js';

/** The settings of a tsconfig that change what runs. */
export interface Settings {
  /** The tsconfig, for the paths in it, and the files that it extends. */
  readonly files: readonly string[];
  /** The conditions of `exports` and `imports` in a package.json in addition to the conditions of Node. */
  readonly conditions: readonly string[];
  readonly transform: TransformOptions;
}

export const NO_SETTINGS: Settings = { files: [], conditions: [], transform: {} };

/** Reads the tsconfig of a folder, with those that it extends. An invalid one has a fault. */
export function readSettings(folder: string): Settings & { readonly fault?: FileFault } {
  const file = findTsconfig(folder);
  const files = file === undefined ? [] : withExtended(file);
  try {
    for (const each of files) parseJson(each);
    const { compilerOptions = {} } = file === undefined ? {} : parseTsconfig(file);
    return { files, conditions: compilerOptions.customConditions ?? [], transform: transformOf(compilerOptions) };
  } catch (error) {
    const fault = error instanceof FileFault ? error : settingsFault(file ?? folder, String(error));
    return { ...NO_SETTINGS, files, fault };
  }
}

/** A tsconfig and the files that it extends, except files of packages. */
function withExtended(file: string, extending: readonly string[] = []): string[] {
  if (!existsSync(file) || extending.includes(file)) return [file];
  const { extends: bases = [] } = Object(parse(readFileSync(file, 'utf8'))) as { readonly extends?: string | string[] };
  const own = [bases].flat().filter((each) => each.startsWith('.'));
  const paths = own.map((each) => resolve(dirname(file), each.endsWith('.json') ? each : `${each}.json`));
  return [file, ...paths.flatMap((path) => withExtended(path, [...extending, file]))];
}

/** Rejects what TypeScript does not read either: it allows comments and trailing commas. */
function parseJson(file: string): void {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '{}';
  const errors: ParseError[] = [];
  const value: unknown = parse(text, errors, { allowTrailingComma: true, allowEmptyContent: true });
  const [first] = errors;
  const reason = first === undefined ? 'it is not a JSON object' : asWords(printParseErrorCode(first.error));
  const isObject = value === undefined || (typeof value === 'object' && value !== null && !Array.isArray(value));
  if (first === undefined && isObject) return;
  throw settingsFault(file, reason, positionAt(text, first?.offset ?? 0));
}

/** `CloseBraceExpected` as `close brace expected`. */
function asWords(code: string): string {
  return code.replaceAll(/(?<=.)[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).toLowerCase();
}

function settingsFault(file: string, reason: string, place?: Position): FileFault {
  const problem = reason.replace(/^Error: |\.$/g, '');
  const fix = 'Fix the file. `npx tsc --showConfig` reports the same problem';
  return new FileFault(`${basename(file)} cannot be read: ${problem}`, { code: 'tsconfig-invalid', file, place, fix });
}

function transformOf(options: NonNullable<TsConfigJsonResolved['compilerOptions']>): TransformOptions {
  const defines = options.useDefineForClassFields ?? definesByTarget(options.target ?? 'esnext');
  return {
    target: 'node20',
    decorator: {
      legacy: options.experimentalDecorators ?? false,
      emitDecoratorMetadata: options.emitDecoratorMetadata ?? false,
      strictNullChecks: options.strictNullChecks ?? options.strict ?? false,
    },
    typescript: {
      onlyRemoveTypeImports: options.verbatimModuleSyntax ?? false,
      removeClassFieldsWithoutInitializer: !defines,
    },
    assumptions: { setPublicClassFields: !defines },
    // In the default mode compiled code imports a package that the project does not have.
    helpers: { mode: 'External' as never },
  };
}

/** tsc: true from ES2022 on. */
function definesByTarget(target: string): boolean {
  const year = /^es(\d{4})$/i.exec(target)?.[1];
  return year === undefined ? /^esnext$/i.test(target) : Number(year) >= 2022;
}

/** The target of an import: a file to compile and watch, or a specifier for Node. */
export type Target = { readonly file: string } | { readonly native: string };

const TYPED = new Set(['.ts', '.tsx', '.mts', '.cts']);
const UNTYPED = new Set(['.js', '.jsx', '.mjs', '.json']);
const RELATIVE = /^[./]|^[A-Za-z]:/;
const MODULE_SYNTAX = /^\s*(?:import|export)\b/m;

/** Resolves imports as TypeScript and Node do. */
export class Resolution {
  /** The paths where an import was not found since the last `clear`. */
  readonly missing = new Set<string>();
  readonly #resolver: ResolverFactory;
  readonly #tsconfig: string | undefined;

  constructor({ files: [tsconfig], conditions }: Settings) {
    this.#tsconfig = tsconfig;
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

  /** @throws {Error} with the code `ERR_MODULE_NOT_FOUND`, or for a tsconfig that the resolver rejects */
  resolve(specifier: string, importer: string): Target {
    if (isBuiltin(specifier)) return { native: specifier };
    const requested = specifier.startsWith('file:') ? fileURLToPath(specifier) : specifier;
    const { path, error } = this.#resolver.sync(dirname(importer), requested);
    if (path === undefined) throw this.#fault(specifier, importer, error);
    const [file = path] = path.split('?', 1);
    return isOfProject(file, RELATIVE.test(requested)) ? { file } : { native: file };
  }

  #fault(specifier: string, importer: string, cause = ''): Error {
    if (this.#tsconfig !== undefined && cause.startsWith('Tsconfig ')) return settingsFault(this.#tsconfig, cause);
    for (const path of pathsOf(specifier, dirname(importer))) this.missing.add(path);
    const error = new Error(`Cannot find "${specifier}", imported from ${importer}`, { cause });
    return Object.assign(error, { code: 'ERR_MODULE_NOT_FOUND', specifier, importer });
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
  if (file.includes(`${sep}node_modules${sep}`)) return false;
  if (TYPED.has(extension) || !isRelative || !UNTYPED.has(extension)) return TYPED.has(extension);
  return extension !== '.js' || isModule(file) || MODULE_SYNTAX.test(readFileSync(file, 'utf8'));
}

/** Whether Node treats a file as a module, by its extension or its package. */
export function isModule(file: string): boolean {
  if (/\.m[jt]s$/.test(file)) return true;
  const manifest = /\.c[jt]s$/.test(file) ? undefined : nearestPath(dirname(file), 'package.json');
  if (manifest === undefined) return false;
  return (JSON.parse(readFileSync(manifest, 'utf8')) as { readonly type?: unknown }).type === 'module';
}

/** The paths where the target may appear: next to the importer, or in `node_modules` of a folder above it. */
function pathsOf(specifier: string, folder: string): string[] {
  if (RELATIVE.test(specifier)) return [resolve(folder, specifier)];
  const path = join(folder, 'node_modules', specifier);
  return dirname(folder) === folder ? [path] : [path, ...pathsOf(specifier, dirname(folder))];
}

/**
 * Imports a target through Node. Names that Node does not detect in a CommonJS module are read from its `module.exports`, as
 * they are if the project is compiled to CommonJS.
 */
export async function importNative(target: string, names: readonly string[] = []): Promise<object> {
  const url = isBuiltin(target) ? target : pathToFileURL(target).href;
  const found = (await import(url)) as Readonly<Record<string, unknown>>;
  const whole = Object(found['default']) as Readonly<Record<string, unknown>>;
  const missing = names.filter((name) => name !== 'default' && !(name in found) && name in whole);
  if (missing.length === 0) return found;
  return Object.freeze({ ...found, ...Object.fromEntries(missing.map((name) => [name, whole[name]])) });
}
