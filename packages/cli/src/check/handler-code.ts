import { dataOf } from '../source/sources.js';
import { child, children, memberOf, type Syntax } from '../source/syntax.js';
import type { CheckedDefinition } from './rule.js';

const METHODS = { prompt: 'render', tool: 'call', resource: 'read' } as const;

/** The function that answers for a definition; nothing if it is inherited, or declared elsewhere. */
export function handlerCode({ contract, declared }: CheckedDefinition): Syntax | undefined {
  const home = declared?.node.type === 'CallExpression' ? dataOf(declared.node) : declared?.node;
  const value = child(memberOf(home, METHODS[contract.kind]), 'value');
  return isFunction(value) && !children(value, 'params').some(isPropertyParameter) ? value : undefined;
}

function isFunction(node: Syntax | undefined): node is Syntax {
  return node?.type === 'FunctionExpression' || node?.type === 'ArrowFunctionExpression';
}

function isPropertyParameter({ type }: Syntax): boolean {
  return type === 'TSParameterProperty';
}
