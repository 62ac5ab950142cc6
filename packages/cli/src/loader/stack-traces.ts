import { fileURLToPath } from 'node:url';
import type { TransformOptions } from 'oxc-transform';
import type { TraceMap } from '@jridgewell/trace-mapping';
import { originalPlace, sourceMapOf } from './compiler.js';

/** A place in a stack: `file:///desk/src/review.ts:12:3`. */
const PLACE = /(file:\/\/[^\s()]+?):(\d+):(\d+)/;

/**
 * Makes stacks name lines of the sources instead of compiled ones. That is worked out when a stack is read:
 * source maps take longer than everything else in a reload.
 */
export class StackTraces {
  /** The settings that the code is compiled with. */
  transform: TransformOptions;
  readonly #sources = new Map<string, string>();
  readonly #maps = new Map<string, TraceMap>();

  constructor(transform: TransformOptions) {
    this.transform = transform;
  }

  /** Sets the source of the code of a file. */
  compiled(file: string, source: string): void {
    this.#sources.set(file, source);
    this.#maps.delete(file);
  }

  /** For all errors of the process. */
  install(): void {
    Error.prepareStackTrace = (error, frames) =>
      [headOf(error), ...frames.map((frame) => `    at ${this.#mapped(String(frame))}`)].join('\n');
  }

  #mapped(frame: string): string {
    const [whole, url = '', line, column] = PLACE.exec(frame) ?? [];
    if (whole === undefined) return frame;
    const map = this.#mapOf(fileURLToPath(url));
    if (map === undefined) return frame;
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
