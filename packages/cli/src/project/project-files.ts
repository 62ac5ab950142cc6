import { existsSync, readFileSync } from 'node:fs';
import { relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { SourcePlace } from '../playground/options.js';
import { codeFrame } from '../loader/code-frame.js';
import { declarationOf } from '../loader/declarations.js';
import type { Position } from '../loader/syntax-problem.js';

/** A place, and the lines around it. */
export interface Spot {
  readonly where: SourcePlace;
  readonly frame?: string;
}

interface ProjectFilesOptions {
  /** The folder that paths are relative to. */
  readonly folder: string;
  /** The files that are imported, those that an update imports first. */
  readonly files: readonly string[];
}

/** Finds places in the files of a project. */
export class ProjectFiles {
  readonly #options: ProjectFilesOptions;

  constructor(options: ProjectFilesOptions) {
    this.#options = options;
  }

  /** Whether a file is one of the project. */
  has(file: string): boolean {
    return this.#options.files.includes(file);
  }

  /** A file as people read it. */
  shown(file: string): string {
    const path = relative(this.#options.folder, file);
    return path.split(sep).join('/');
  }

  spot(file: string, position?: Position): Spot {
    const path = this.shown(file);
    if (position === undefined) return { where: { path } };
    const source = sourceOf(file);
    return { where: { path, ...position }, ...(source !== undefined && { frame: codeFrame(source, position) }) };
  }

  /** Where a class or a constant is declared, or a member of the class. */
  declaration(name: string, member?: string): Spot | undefined {
    for (const file of this.#options.files) {
      const position = declarationOf(file, sourceOf(file) ?? '', name, member);
      if (position !== undefined) return this.spot(file, position);
    }
    return undefined;
  }

  /** Where a file mentions a text for the first time. */
  mention(file: string, text: string): Spot {
    const lines = sourceOf(file)?.split('\n') ?? [];
    const index = lines.findIndex((line) => line.includes(text));
    if (index === -1) return this.spot(file);
    return this.spot(file, { line: index + 1, column: (lines[index]?.indexOf(text) ?? 0) + 1 });
  }

  /** The innermost place of the project in a stack. */
  origin(stack: string | undefined): Spot | undefined {
    const frames = (stack ?? '').matchAll(FRAME);
    for (const [, url = '', line, column] of frames) {
      const file = fileURLToPath(url);
      if (this.#options.files.includes(file)) return this.spot(file, { line: Number(line), column: Number(column) });
    }
    return undefined;
  }
}

const FRAME = /(file:\/\/[^\s()]+?):(\d+):(\d+)/g;

function sourceOf(file: string): string | undefined {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}
