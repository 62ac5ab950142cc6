import { parseSync } from 'oxc-parser';
import { positionAt } from './code-frame.js';
import type { Position } from './syntax-problem.js';

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
export function declarationOf(file: string, source: string, name: string, member?: string): Position | undefined {
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
