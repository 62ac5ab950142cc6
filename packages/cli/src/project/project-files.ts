import { existsSync, readFileSync } from 'node:fs';
import { relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'oxc-parser';
import type { SourcePlace } from '../playground/options.js';
import { codeFrame, type Position, positionAt } from '../outcome/code-frame.js';

/** A place in a file, and the lines around it. */
export interface SourceLocation {
  readonly where: SourcePlace;
  readonly frame?: string;
}

interface ProjectFilesOptions {
  /** The folder that paths are relative to. */
  readonly folder: string;
  /** The imported files, starting with those of the current update. */
  readonly files: readonly string[];
}

/** Finds places in the files of a project. */
export class ProjectFiles {
  readonly #options: ProjectFilesOptions;

  constructor(options: ProjectFilesOptions) {
    this.#options = options;
  }

  /** Whether a file belongs to the project. */
  has(file: string): boolean {
    return this.#options.files.includes(file);
  }

  /** The path of a file for messages. */
  pathOf(file: string): string {
    const path = relative(this.#options.folder, file);
    return path.split(sep).join('/');
  }

  locate(file: string, position?: Position): SourceLocation {
    const path = this.pathOf(file);
    if (position === undefined) return { where: { path } };
    const source = sourceOf(file);
    return { where: { path, ...position }, ...(source !== undefined && { frame: codeFrame(source, position) }) };
  }

  /** Returns the declaration of a class, of a constant or of a member of the class. */
  declaration(name: string, member?: string): SourceLocation | undefined {
    for (const file of this.#options.files) {
      const position = declarationOf(file, sourceOf(file) ?? '', name, member);
      if (position !== undefined) return this.locate(file, position);
    }
    return undefined;
  }

  /** Returns the first line of a file that contains a string. */
  mention(file: string, text: string): SourceLocation {
    const lines = sourceOf(file)?.split('\n') ?? [];
    const index = lines.findIndex((line) => line.includes(text));
    if (index === -1) return this.locate(file);
    return this.locate(file, { line: index + 1, column: (lines[index]?.indexOf(text) ?? 0) + 1 });
  }

  /** The innermost place of the project in a stack. */
  origin(stack: string | undefined): SourceLocation | undefined {
    const frames = (stack ?? '').matchAll(FRAME);
    for (const [, url = '', line, column] of frames) {
      const file = fileURLToPath(url);
      if (this.#options.files.includes(file)) return this.locate(file, { line: Number(line), column: Number(column) });
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

/** Returns the position of a declaration in a file. */
function declarationOf(file: string, source: string, name: string, member?: string): Position | undefined {
  if (!source.includes(name)) return undefined;
  const { program } = parseSync(file, source);
  const nodes = (program.body as unknown as readonly Node[]).flatMap(declarationsIn);
  const found = nodes.find((node) => node.id?.name === name);
  const { id } = found ?? {};
  if (!id) return undefined;
  const key = found?.body?.body?.find((each) => (each.key?.name ?? each.key?.value) === member)?.key;
  return positionAt(source, key?.start ?? id.start);
}

function declarationsIn(node: Node): readonly Node[] {
  if (node.declaration) return declarationsIn(node.declaration);
  return node.declarations ?? [node];
}
