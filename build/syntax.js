/** @typedef {{ type: string, start: number, end: number, static?: boolean, [part: string]: unknown }} Node */

const FUNCTIONS = new Set(['ArrowFunctionExpression', 'FunctionDeclaration', 'FunctionExpression', 'StaticBlock']);

/**
 * A statement or expression and its parts, without those that do not run with it: what is in functions, and in the fields
 * of instances.
 * @param {Node} node
 * @returns {Node[]}
 */
export function running(node) {
  const waits = FUNCTIONS.has(node.type) || (node.type === 'PropertyDefinition' && node.static === false);
  return waits ? [] : [node, ...Object.values(node).flat().filter(isNode).flatMap(running)];
}

/**
 * @param {unknown} part
 * @returns {part is Node}
 */
function isNode(part) {
  return typeof part === 'object' && part !== null && 'type' in part;
}
