import { existsSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { LEAST_UPPER_BOUND, originalPositionFor, TraceMap } from '@jridgewell/trace-mapping';
import { type Cache, getTsconfig, type TsConfigJsonResolved } from 'get-tsconfig';
import { parse } from 'jsonc-parser';
import { moduleRunnerTransformSync, type OxcError, transformSync, type TransformOptions } from 'oxc-transform';
import { type Position, positionAt } from '../outcome/code-frame.js';

// The only file that knows the transform for module runners, which is made for Vite and may change with any release.

/** The parameters of compiled code. */
export const PARAMETERS = [
  '__vite_ssr_exports__',
  '__vite_ssr_import__',
  '__vite_ssr_dynamic_import__',
  '__vite_ssr_exportAll__',
  '__vite_ssr_import_meta__',
  'babelHelpers',
  'require',
  '__filename',
  '__dirname',
  'module',
  'exports',
] as const;

/** The details of an import in compiled code. */
export interface ImportDetails {
  readonly importedNames?: readonly string[];
}

/** The lines before the code: two that `AsyncFunction` writes, and `use strict`. */
const HEAD = 3;

/**
 * Compiles a file for the module runner.
 * @throws {SyntaxProblem}
 */
export function compile(file: string, source: string, options: TransformOptions): string {
  if (file.endsWith('.json')) return compile(`${file}.js`, moduleOf(file, source), options);
  const typed = transformSync(file, source, options);
  refuse(file, source, typed.errors);
  if (options.decorator?.legacy === false) refuseDecorators(file, source, options);
  const run = moduleRunnerTransformSync(file, typed.code);
  refuse(file, source, run.errors);
  return run.code;
}

/** JSON as a module. An object literal would accept more than JSON, and treat `"__proto__"` as the prototype. */
function moduleOf(file: string, source: string): string {
  const json = source.replace(/^\uFEFF/, '');
  try {
    JSON.parse(json);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const offset = Number(/position (\d+)/.exec(message)?.[1] ?? json.length);
    throw new SyntaxProblem({ file, source: json, message, hint: undefined, place: positionAt(json, offset) });
  }
  return `export default JSON.parse(${JSON.stringify(json)});`;
}

/** Maps a place in the compiled code to the source. */
export function originalPlace(
  file: string,
  source: string,
  options: TransformOptions,
): (line: number, column: number) => { readonly line: number; readonly column: number } | undefined {
  const typed = transformSync(file, source, { ...options, sourcemap: true });
  const run = moduleRunnerTransformSync(file, typed.code, { sourcemap: true });
  if (typed.map === undefined || run.map === undefined) return () => undefined;
  const [outer, inner] = [new TraceMap(run.map as never), new TraceMap(typed.map as never)];
  return (line, column) => {
    const middle = nearestPlace(outer, { line: line - HEAD, column: column - 1 });
    const place = middle && nearestPlace(inner, middle);
    return place && { line: place.line, column: place.column + 1 };
  };
}

/** The original place of code. What a compiler adds in front, such as the call of a decorator, counts to what follows. */
function nearestPlace(map: TraceMap, { line, column }: SourcePosition): SourcePosition | undefined {
  const before = originalPositionFor(map, { line, column });
  const place = before.line === null ? originalPositionFor(map, { line, column, bias: LEAST_UPPER_BOUND }) : before;
  return place.line === null ? undefined : { line: place.line, column: place.column };
}

/** Its line is counted from 1, its column from 0. */
interface SourcePosition {
  readonly line: number;
  readonly column: number;
}

/** Without the setting, decorators would be left in the code, which Node cannot read. */
function refuseDecorators(file: string, source: string, options: TransformOptions): void {
  if (!source.includes('@')) return;
  const { code } = transformSync(file, source, { ...options, decorator: { ...options.decorator, legacy: true } });
  if (!code.includes('babelHelpers.decorate(')) return;
  const message = 'Decorators need "experimentalDecorators", which the tsconfig.json does not set';
  const hint = 'Set it to true, and "emitDecoratorMetadata" as well';
  throw new SyntaxProblem({
    file,
    source,
    message,
    hint,
    place: positionAt(source, Math.max(0, source.search(DECORATOR))),
  });
}

/** The first decorator on its own line, or before a member. */
const DECORATOR = /(?<=^[\t ]*)@[A-Za-z_$]/m;

function refuse(file: string, source: string, errors: readonly OxcError[]): void {
  const [error] = errors;
  if (error === undefined) return;
  const start = error.labels[0]?.start;
  const place = start === undefined ? undefined : positionAt(source, start);
  throw new SyntaxProblem({ file, source, message: error.message, hint: error.helpMessage ?? undefined, place });
}

interface SyntaxProblemOptions {
  readonly file: string;
  readonly source: string;
  readonly message: string;
  readonly hint: string | undefined;
  readonly place: Position | undefined;
}

/** A file that cannot be compiled. */
export class SyntaxProblem extends SyntaxError {
  override readonly name = 'SyntaxProblem';
  readonly file: string;
  readonly source: string;
  readonly hint: string | undefined;
  readonly place: Position | undefined;

  constructor({ file, source, message, hint, place }: SyntaxProblemOptions) {
    super(message);
    this.file = file;
    this.source = source;
    this.hint = hint;
    this.place = place;
  }
}

type CompilerOptions = NonNullable<TsConfigJsonResolved['compilerOptions']>;

/** The settings of a tsconfig that change what runs. */
export interface TsSettings {
  /** The file, for the paths in it. */
  readonly file: string | undefined;
  /** The conditions of `exports` and `imports` in a package.json in addition to the conditions of Node. */
  readonly conditions: readonly string[];
  /** The file and those that it extends. */
  readonly files: readonly string[];
  readonly transform: TransformOptions;
}

/** Reads the tsconfig of a folder, with those that it extends. */
export function tsSettingsOf(folder: string, cache?: Cache): TsSettings {
  const found = getTsconfig(folder, 'tsconfig.json', cache);
  const file = found?.path;
  const files = file === undefined ? [] : withExtended(file);
  const options = found?.config.compilerOptions ?? {};
  return { file, files, conditions: options.customConditions ?? [], transform: transformOf(options) };
}

/** A tsconfig and the files that it extends, except files of packages. */
function withExtended(file: string): string[] {
  if (!existsSync(file)) return [];
  const { extends: bases = [] } = Object(parse(readFileSync(file, 'utf8'))) as { readonly extends?: string | string[] };
  const own = [bases].flat().filter((each) => each.startsWith('.'));
  return [
    file,
    ...own.flatMap((each) => withExtended(resolve(dirname(file), each.endsWith('.json') ? each : `${each}.json`))),
  ];
}

function transformOf(options: CompilerOptions): TransformOptions {
  const strict = options.strict ?? false;
  const defines = options.useDefineForClassFields ?? definesByTarget(options.target ?? 'esnext');
  return {
    target: 'node20',
    decorator: {
      legacy: options.experimentalDecorators ?? false,
      emitDecoratorMetadata: options.emitDecoratorMetadata ?? false,
      strictNullChecks: options.strictNullChecks ?? strict,
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

type Decorator = (target: object, key?: string | symbol, place?: unknown) => unknown;

// The helpers that compiled decorators call, as tsc emits them (tslib: __decorate, __metadata, __param).

function decorate(decorators: readonly Decorator[], target: object, key?: string | symbol, desc?: unknown): unknown {
  const isClass = key === undefined;
  let result: unknown = isClass ? target : descriptorOf(target, key, desc);
  for (const each of decorators.toReversed()) {
    const changed = isClass ? each(result as object) : each(target, key, result ?? undefined);
    result = changed ?? result;
  }
  if (!isClass && result !== undefined && result !== null)
    Object.defineProperty(target, key, result as PropertyDescriptor);
  return result;
}

/** `null` stands for the descriptor of a method, and `void 0` for a field without one. */
function descriptorOf(target: object, key: string | symbol, desc: unknown): unknown {
  return desc === null ? Object.getOwnPropertyDescriptor(target, key) : desc;
}

function decorateMetadata(key: string, value: unknown): Decorator | undefined {
  const { metadata } = Reflect as { readonly metadata?: (key: string, value: unknown) => Decorator };
  return metadata?.(key, value) ?? (() => undefined);
}

function decorateParam(index: number, decorator: Decorator): Decorator {
  return (target, key) => decorator(target, key, index);
}

/** The `babelHelpers` of compiled code. */
export const HELPERS: Readonly<Record<string, Function>> = { decorate, decorateMetadata, decorateParam };
