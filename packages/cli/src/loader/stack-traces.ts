import { fileURLToPath } from 'node:url';
import type { TransformOptions } from 'oxc-transform';
import { originalPlace } from './compiler.js';

type Places = ReturnType<typeof originalPlace>;

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
  readonly #places = new Map<string, Places>();

  constructor(transform: TransformOptions) {
    this.transform = transform;
  }

  /** Sets the source of the code of a file. */
  compiled(file: string, source: string): void {
    this.#sources.set(file, source);
    this.#places.delete(file);
  }

  /** For all errors of the process. */
  install(): void {
    Error.prepareStackTrace = (error, frames) =>
      [headOf(error), ...frames.map((frame) => `    at ${this.#mapped(String(frame))}`)].join('\n');
  }

  #mapped(frame: string): string {
    const [whole, url = '', line, column] = PLACE.exec(frame) ?? [];
    if (whole === undefined) return frame;
    const places = this.#placesOf(fileURLToPath(url));
    if (places === undefined) return frame;
    const place = places(Number(line), Number(column));
    // A frame of the evaluation of a module says that it is one of an `eval`. Code that only the compiler wrote, such as
    // an export, has no line in the source.
    return frame.replace(whole, place === undefined ? url : `${url}:${place.line}:${place.column}`);
  }

  #placesOf(file: string): Places | undefined {
    const source = this.#sources.get(file);
    if (source === undefined) return undefined;
    const places = this.#places.get(file) ?? originalPlace(file, source, this.transform);
    this.#places.set(file, places);
    return places;
  }
}

function headOf(error: Error): string {
  try {
    return Error.prototype.toString.call(error);
  } catch {
    return 'Error';
  }
}
