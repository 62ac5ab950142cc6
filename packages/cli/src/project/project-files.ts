import { existsSync, readFileSync } from 'node:fs';
import { relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'oxc-parser';
import type { SourcePlace } from '../playground/options.js';
import { codeFrame, type Position, positionAt } from '../outcome/code-frame.js';

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

interface Node {
  readonly type: string;
  readonly start: number;
  readonly id?: { readonly name?: string; readonly start: number } | null;
  readonly declaration?: Node | null;
  readonly declarations?: readonly Node[];
  readonly body?: { readonly body?: readonly Member[] };
}

interface Member {
  readonly start: number;
  readonly key?: { readonly name?: string; readonly value?: unknown; readonly start: number };
}

/** Where a file declares a class or a constant of this name, or a member of the class. */
function declarationOf(file: string, source: string, name: string, member?: string): Position | undefined {
  if (!source.includes(name)) return undefined;
  const { program } = parseSync(file, source);
  const nodes = (program.body as unknown as readonly Node[]).flatMap(declared);
  const found = nodes.find((node) => node.id?.name === name);
  const { id } = found ?? {};
  if (!id) return undefined;
  const key = found?.body?.body?.find((each) => (each.key?.name ?? each.key?.value) === member)?.key;
  return positionAt(source, key?.start ?? id.start);
}

function declared(node: Node): readonly Node[] {
  if (node.declaration) return declared(node.declaration);
  return node.declarations ?? [node];
}
