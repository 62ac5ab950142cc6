import { RolldownMagicString } from 'rolldown';
import { parseAst } from 'rolldown/parseAst';

// Says of everything that a bundle computes when it is loaded that only those need it who use the result. Another bundler
// cannot know that of `new ScalarType(…)` and `{ ...OPTIONS }`, and would carry them, and half of the package with them,
// into a program that wants one function. As long as each file stood alone, `"sideEffects": false` said it of each.

const PURE = '/* @__PURE__ */ ';
const FUNCTIONS = new Set(['ArrowFunctionExpression', 'FunctionDeclaration', 'FunctionExpression', 'StaticBlock']);
const CALLS = new Set(['CallExpression', 'NewExpression']);
/** What might run somebody's code without being a call, and cannot be marked for itself. */
const OTHERS = new Set(['MemberExpression', 'SpreadElement', 'TaggedTemplateExpression']);

/** @typedef {{ type: string, start: number, end: number, static?: boolean, [part: string]: unknown }} Node */

/** @type {import('rolldown').Plugin} */
export const purity = {
  name: 'purity',
  renderChunk(code) {
    const marked = new RolldownMagicString(code);
    for (const statement of /** @type {any[]} */ (parseAst(code).body)) {
      for (const { init } of statement.declarations ?? []) if (init !== null) wrap(init, marked);
      for (const start of callsIn(statement))
        if (!code.startsWith(PURE, start - PURE.length)) marked.appendLeft(start, PURE);
    }
    return { code: marked };
  },
};

/**
 * Makes a call, which can be marked, of a value that is computed in another way.
 * @param {Node} value
 * @param {RolldownMagicString} marked
 */
function wrap(value, marked) {
  if (!running(value).some(({ type }) => OTHERS.has(type))) return;
  marked.appendLeft(value.start, `${PURE}(() => (`).appendRight(value.end, '))()');
}

/**
 * Where the calls of a statement begin; those of a chain begin at one place.
 * @param {Node} statement
 */
function callsIn(statement) {
  const calls = running(statement).filter(({ type }) => CALLS.has(type));
  return new Set(calls.map(({ start }) => start));
}

/**
 * A statement or expression and its parts, without those that do not run with it: what is in functions, and in the fields
 * of instances.
 * @param {Node} node
 * @returns {Node[]}
 */
function running(node) {
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
