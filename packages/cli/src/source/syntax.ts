/** A node of the syntax tree, as ESTree has it. */
export interface Syntax {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [member: string]: unknown;
}

function isSyntax(value: unknown): value is Syntax {
  return typeof value === 'object' && value !== null && typeof (value as Partial<Syntax>).type === 'string';
}

/** A member that is a node. */
export function child(node: Syntax | undefined, member: string): Syntax | undefined {
  const value = node?.[member];
  return isSyntax(value) ? value : undefined;
}

/** A member that is a list of nodes. */
export function children(node: Syntax | undefined, member: string): readonly Syntax[] {
  const value = node?.[member];
  return Array.isArray(value) ? value.filter(isSyntax) : [];
}

/** A node and all in it, from the outside in. */
export function* nodesIn(node: Syntax): Generator<Syntax> {
  yield node;
  for (const value of Object.values(node)) {
    for (const each of Array.isArray(value) ? (value as unknown[]) : [value]) if (isSyntax(each)) yield* nodesIn(each);
  }
}

/** The name of an identifier, or the text of a literal. */
export function nameOf(node: Syntax | undefined): string | undefined {
  const name = node?.type === 'Literal' ? node['value'] : node?.['name'];
  return typeof name === 'string' ? name : undefined;
}

/** The member of an object literal, or of a class, that has a name. */
export function memberOf(node: Syntax | undefined, name: string): Syntax | undefined {
  const members =
    node?.type === 'ObjectExpression' ? children(node, 'properties') : children(child(node, 'body'), 'body');
  return members.find((each) => each['computed'] !== true && nameOf(child(each, 'key')) === name);
}
