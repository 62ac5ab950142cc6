import { parseAst } from 'rolldown/parseAst';

// What two files of a package call by one name becomes `name` and `name$1` in its bundle. The bundler gives functions
// their names back, which is enough for stack traces. Of classes people see the name, search for it and tell others.

const CLASSES = new Set(['ClassDeclaration', 'ClassExpression']);
const FUNCTIONS = new Set(['ArrowFunctionExpression', 'FunctionDeclaration', 'FunctionExpression']);

/** @typedef {import('./purity.js').Node} Node */

/**
 * Refuses to bundle two classes of one name.
 * @type {import('rolldown').Plugin}
 */
export const names = {
  name: 'names',
  renderChunk(code, { fileName }) {
    for (const [name, { type }] of parseAst(code).body.flatMap((statement) =>
      declaredBy(/** @type {any} */ (statement)),
    )) {
      const [, original] = /^(.+)\$\d+$/.exec(name) ?? [];
      if (original === undefined) continue;
      const isLost = FUNCTIONS.has(type) && !code.includes(`__name(${name}, "${original}")`);
      if (CLASSES.has(type) || isLost) throw new Error(`${original} is there twice in ${fileName}: rename one of them`);
    }
    return null;
  },
};

/**
 * The names of a statement, and what they stand for.
 * @param {any} statement
 * @returns {[string, Node][]}
 */
function declaredBy(statement) {
  /** @type {any[]} */
  const declared = statement.declarations ?? (statement.type.endsWith('Declaration') ? [statement] : []);
  return declared
    .filter((declaration) => declaration.id?.type === 'Identifier')
    .map((declaration) => [declaration.id.name, declaration.init ?? declaration]);
}
