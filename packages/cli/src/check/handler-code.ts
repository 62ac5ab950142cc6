import { dataOf, type Sources } from '../source/sources.js';
import { child, children, memberOf, nameOf, nodesIn, type Syntax } from '../source/syntax.js';
import { ArgumentReads } from './argument-reads.js';
import type { CheckedDefinition } from './rule.js';

/** The method of a handler, by kind. */
const METHODS = { prompt: 'render', tool: 'call', resource: 'read' } as const;

/** The name of the method that handles calls of a definition. */
export function methodOf({ contract, definition }: CheckedDefinition): string {
  return definition?.method.name ?? METHODS[contract.kind];
}

/** The function that handles calls of a definition; `undefined` if it is inherited, or declared elsewhere. */
export function handlerCode(each: CheckedDefinition): Syntax | undefined {
  const { node } = each.declared ?? {};
  const home = node?.type === 'CallExpression' ? dataOf(node) : node;
  const isMethod = each.definition?.method.isDeclared === true;
  const value = child(isMethod ? home : memberOf(home, methodOf(each)), 'value');
  return isFunction(value) && !children(value, 'params').some(isPropertyParameter) ? value : undefined;
}

function isFunction(node: Syntax | undefined): node is Syntax {
  return node?.type === 'FunctionExpression' || node?.type === 'ArrowFunctionExpression';
}

function isPropertyParameter({ type }: Syntax): boolean {
  return type === 'TSParameterProperty';
}

/** The properties that the handler reads; `undefined` if that is uncertain. */
export function propertiesRead(each: CheckedDefinition): ReadonlySet<string> | undefined {
  const code = handlerCode(each);
  if (code === undefined) return undefined;
  const isByUri = each.contract.kind === 'resource' && children(code, 'params').length > 1; // It has the URI.
  return isByUri ? undefined : new ArgumentReads(code).properties;
}

/** The members that the class of the arguments uses itself. */
export function readByItself(type: Function, sources: Sources): (string | undefined)[] {
  if (type === Function.prototype) return [];
  const node = sources.classOf(type as never)?.node;
  const members = node === undefined ? [] : [...nodesIn(node)].filter((each) => each.type === 'MemberExpression');
  const parent = Object.getPrototypeOf(type) as Function;
  return [...members.map((each) => nameOf(child(each, 'property'))), ...readByItself(parent, sources)];
}
