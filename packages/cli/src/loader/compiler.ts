import { url as inspectorUrl } from 'node:inspector';
import { fileURLToPath, pathToFileURL } from 'node:url';
import {
  decodedMappings,
  encodedMap,
  LEAST_UPPER_BOUND,
  originalPositionFor,
  type SourceMapInput,
  type SourceMapSegment,
  TraceMap,
} from '@jridgewell/trace-mapping';
import { moduleRunnerTransformSync, type OxcError, transformSync, type TransformOptions } from 'oxc-transform';
import { type Position, positionAt } from '../outcome/code-frame.js';
import { withLocalTypes } from './local-types.js';

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
 * @throws {FileFault}
 */
export function compile(file: string, source: string, options: TransformOptions): string {
  if (file.endsWith('.json')) return compile(`${file}.js`, moduleOf(file, source), options);
  const typed = transformSync(file, withLocalTypes(file, source, options), options);
  refuse(file, source, typed.errors);
  if (options.decorator?.legacy === false) refuseDecorators(file, source, options);
  const run = moduleRunnerTransformSync(file, typed.code);
  refuse(file, source, run.errors);
  return run.code + mapComment(file, source, options);
}

/** JSON as a module. An object literal would accept more than JSON, and treat `"__proto__"` as the prototype. */
function moduleOf(file: string, source: string): string {
  const json = source.replace(/^\uFEFF/, '');
  try {
    JSON.parse(json);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const offset = Number(/position (\d+)/.exec(message)?.[1] ?? json.length);
    throw new FileFault(message, { file, place: positionAt(json, offset) });
  }
  return `export default JSON.parse(${JSON.stringify(json)});`;
}

/** Returns the map from the code that `evaluate` runs to the source. */
function sourceMapOf(file: string, source: string, options: TransformOptions): TraceMap {
  const typed = transformSync(file, withLocalTypes(file, source, options), { ...options, sourcemap: true });
  const run = moduleRunnerTransformSync(file, typed.code, { sourcemap: true });
  const inner = new TraceMap((typed.map ?? NO_MAP) as SourceMapInput);
  const lines = decodedMappings(new TraceMap((run.map ?? NO_MAP) as SourceMapInput)).map((segments) =>
    segments.map((segment): SourceMapSegment => {
      const place =
        segment.length === 1 ? undefined : originalPlace(inner, { line: segment[2] + 1, column: segment[3] });
      return place ? [segment[0], 0, place.line - 1, place.column] : [segment[0]];
    }),
  );
  return new TraceMap({
    version: 3,
    names: [],
    sources: [pathToFileURL(file).href],
    sourcesContent: [source],
    mappings: [...Array.from({ length: HEAD }, () => []), ...lines],
  });
}

const NO_MAP = { version: 3, names: [], sources: [], mappings: '' };

/** A place in code. Its line is counted from 1, its column from 0. */
interface CodePlace {
  readonly line: number;
  readonly column: number;
}

/** Returns the original place of code. Code that a compiler adds, such as the call of a decorator, counts to what follows. */
function originalPlace(map: TraceMap, { line, column }: CodePlace): CodePlace | undefined {
  const before = originalPositionFor(map, { line, column });
  const place = before.line === null ? originalPositionFor(map, { line, column, bias: LEAST_UPPER_BOUND }) : before;
  return place.line === null ? undefined : { line: place.line, column: place.column };
}

/** A comment by which a debugger finds the source. Nothing else reads it, and it takes longer than to compile. */
function mapComment(file: string, source: string, options: TransformOptions): string {
  if (inspectorUrl() === undefined) return '';
  const map = JSON.stringify(encodedMap(sourceMapOf(file, source, options)));
  return `\n//# sourceMappingURL=data:application/json;base64,${Buffer.from(map).toString('base64')}`;
}

/** Without the setting, decorators would be left in the code, which Node cannot read. */
function refuseDecorators(file: string, source: string, options: TransformOptions): void {
  if (!source.includes('@')) return;
  const { code } = transformSync(file, source, { ...options, decorator: { ...options.decorator, legacy: true } });
  if (!code.includes('babelHelpers.decorate(')) return;
  const message = 'Decorators need "experimentalDecorators", which tsconfig.json does not set';
  const hint = 'Set "experimentalDecorators" and "emitDecoratorMetadata" to true';
  throw new FileFault(message, { file, why: hint, place: positionAt(source, Math.max(0, source.search(DECORATOR))) });
}

/** The first decorator on its own line, or before a member. */
const DECORATOR = /(?<=^[\t ]*)@[A-Za-z_$]/m;

function refuse(file: string, source: string, errors: readonly OxcError[]): void {
  const [error] = errors;
  if (error === undefined) return;
  const start = error.labels[0]?.start;
  const place = start === undefined ? undefined : positionAt(source, start);
  throw new FileFault(error.message, { file, why: error.helpMessage ?? undefined, place });
}

interface FileFaultOptions {
  readonly file: string;
  /** @default 'syntax-error' */
  readonly code?: 'syntax-error' | 'tsconfig-invalid';
  readonly place?: Position | undefined;
  readonly why?: string | undefined;
  readonly fix?: string;
}

/** A fault of a file that keeps it from being loaded. */
export class FileFault extends SyntaxError {
  override readonly name = 'FileFault';
  readonly options: FileFaultOptions;

  constructor(message: string, options: FileFaultOptions) {
    super(message);
    this.options = { code: 'syntax-error', ...options };
  }
}

/** A place in a stack: `file:///desk/src/review.ts:12:3`. */
const PLACE = /(file:\/\/[^\s()]+?):(\d+):(\d+)/;

/**
 * Makes stacks name lines of the sources instead of compiled ones. That is worked out when a stack is read:
 * source maps take longer than everything else in a reload.
 */
export class StackTraces {
  /** The settings that the code is compiled with. */
  transform: TransformOptions = {};
  readonly #sources = new Map<string, string>();
  readonly #maps = new Map<string, TraceMap>();

  /** Sets the source of the code of a file. */
  setSource(file: string, source: string): void {
    this.#sources.set(file, source);
    this.#maps.delete(file);
  }

  /** For all errors of the process. */
  install(): void {
    Error.prepareStackTrace = (error, frames) =>
      [headOf(error), ...frames.map((frame) => `    at ${this.#mapFrame(String(frame))}`)].join('\n');
  }

  #mapFrame(frame: string): string {
    const [whole, url = '', line, column] = PLACE.exec(frame) ?? [];
    const map = whole === undefined ? undefined : this.#mapOf(fileURLToPath(url));
    if (whole === undefined || map === undefined) return frame;
    const place = originalPlace(map, { line: Number(line), column: Number(column) - 1 });
    // A frame of the evaluation of a module says that it is one of an `eval`. Code that only the compiler wrote, such as
    // an export, has no line in the source.
    return frame.replace(whole, place === undefined ? url : `${url}:${place.line}:${place.column + 1}`);
  }

  #mapOf(file: string): TraceMap | undefined {
    const source = this.#sources.get(file);
    if (source === undefined) return undefined;
    const map = this.#maps.get(file) ?? sourceMapOf(file, source, this.transform);
    this.#maps.set(file, map);
    return map;
  }
}

function headOf(error: Error): string {
  try {
    return Error.prototype.toString.call(error);
  } catch {
    return 'Error';
  }
}

type Decorator = (target: object, key?: string | symbol, place?: unknown) => unknown;

/** `Reflect` with the functions of reflect-metadata, which core loads before any decorator is called. */
const reflect = Reflect as unknown as {
  decorate(decorators: readonly Decorator[], target: object, key?: string | symbol, property?: unknown): unknown;
  metadata(key: string, value: unknown): Decorator;
};

/** The `babelHelpers` of compiled code. They decorate as the helpers of tsc do (tslib: __decorate, __metadata, __param). */
export const HELPERS = {
  decorate(decorators: readonly Decorator[], target: object, key?: string | symbol, property?: unknown): unknown {
    if (key === undefined) return reflect.decorate(decorators, target);
    // `null` stands for the descriptor of a method, and `void 0` for a field without one.
    const own = property === null ? Object.getOwnPropertyDescriptor(target, key) : property;
    const result = reflect.decorate(decorators, target, key, own);
    if (result) Object.defineProperty(target, key, result);
    return result;
  },

  decorateMetadata(key: string, value: unknown): Decorator {
    // The transform emits the value of a member of an enum in place of its type.
    const type = typeof value === 'string' || typeof value === 'number' ? Object(value).constructor : value;
    return reflect.metadata(key, type);
  },

  decorateParam(index: number, decorator: Decorator): Decorator {
    return (target, key) => decorator(target, key, index);
  },
};
