import { child, children, nameOf, nodesIn, type Syntax } from '../source/syntax.js';

/** The arguments that the code of a handler certainly reads. */
export class ArgumentReads {
  /** The properties that it reads; `undefined` if the object is passed on, so that everything may be read. */
  readonly properties: ReadonlySet<string> | undefined;
  readonly #locals: ReadonlyMap<string, string>;
  readonly #object: string | undefined;
  /** The names that the code declares again. */
  readonly #redeclared: ReadonlySet<string | undefined>;

  constructor(handler: Syntax) {
    const [first] = children(handler, 'params');
    const parameter = first?.type === 'AssignmentPattern' ? child(first, 'left') : first;
    const code = codeOf(handler);
    this.#object = parameter?.type === 'Identifier' ? nameOf(parameter) : undefined;
    const patterns = parameter?.type === 'ObjectPattern' ? [parameter] : [...destructuringsOf(this.#object, code)];
    this.#locals = new Map(patterns.flatMap(localsOf));
    this.#redeclared = new Set(code.flatMap(declarationsIn).map(nameOf));
    this.properties = this.#propertiesIn(patterns, code);
  }

  /** Returns the property whose unchanged value an expression has. */
  valueOf(wrapped: Syntax): string | undefined {
    const expression = unwrap(wrapped);
    const variable = expression.type === 'Identifier' ? expression : child(expression, 'object');
    return this.#redeclared.has(nameOf(variable)) ? undefined : this.#propertyOf(expression);
  }

  #propertyOf(expression: Syntax): string | undefined {
    if (expression.type === 'Identifier') return this.#locals.get(nameOf(expression) ?? '');
    const isMember = expression.type === 'MemberExpression' && expression['computed'] !== true;
    const isOfArguments = this.#object !== undefined && nameOf(child(expression, 'object')) === this.#object;
    return isMember && isOfArguments ? nameOf(child(expression, 'property')) : undefined;
  }

  #propertiesIn(patterns: readonly Syntax[], code: readonly Syntax[]): ReadonlySet<string> | undefined {
    const isOpen = patterns.some((pattern) => children(pattern, 'properties').some(isUnclear));
    if (isOpen || code.some(isArguments) || this.#isPassedOn(code)) return undefined;
    const names = new Set(code.filter(({ type }) => type === 'Identifier').map(nameOf));
    const members = code.map((node) => this.#propertyOf(node)).filter((name) => name !== undefined);
    const nested = patterns.flatMap((pattern) => children(pattern, 'properties').filter(isNested).map(keyOf));
    const locals = [...this.#locals].filter(([local]) => names.has(local)).map(([, property]) => property);
    return new Set([...members, ...nested, ...locals].filter((name) => name !== undefined));
  }

  /** Whether the object of the arguments is used as a whole, not only member by member. */
  #isPassedOn(code: readonly Syntax[]): boolean {
    if (this.#object === undefined) return false;
    const uses = code.filter((node) => node.type === 'Identifier' && nameOf(node) === this.#object).length;
    const members = code.filter((node) => node.type === 'MemberExpression' && this.#propertyOf(node) !== undefined);
    return uses > members.length + [...destructuringsOf(this.#object, code)].length;
  }
}

/** `code as string`, `code!` and `code ?? 'none'` have the text of `code`. */
function unwrap(expression: Syntax): Syntax {
  const inner = WRAPPERS.has(expression.type) ? child(expression, 'expression') : child(expression, 'left');
  const isWrapped = WRAPPERS.has(expression.type) || expression.type === 'LogicalExpression';
  return isWrapped && inner !== undefined ? unwrap(inner) : expression;
}

const WRAPPERS = new Set(['TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression', 'ParenthesizedExpression']);

/** The code that a call of the handler runs: its body, later parameters and the defaults of the first. */
function codeOf(handler: Syntax): readonly Syntax[] {
  const [first, ...others] = children(handler, 'params');
  const defaults = first === undefined ? [] : [...nodesIn(first)].filter(({ type }) => type === 'AssignmentPattern');
  const roots = [...defaults.map((each) => child(each, 'right')), ...others, child(handler, 'body')];
  return roots.filter((root) => root !== undefined).flatMap((root) => [...nodesIn(root)]);
}

/** The variables that a node declares or assigns, except by destructuring the arguments. */
function declarationsIn(node: Syntax): readonly Syntax[] {
  const member = TARGETS[node.type];
  const target = member === undefined ? undefined : child(node, member);
  const targets = target?.type === 'Identifier' ? [target] : [];
  const parameters = children(node, 'params').flatMap((each) => [...nodesIn(each)]);
  return [...targets, ...parameters.filter(({ type }) => type === 'Identifier')];
}

const TARGETS: Readonly<Record<string, string>> = {
  AssignmentExpression: 'left',
  ForInStatement: 'left',
  ForOfStatement: 'left',
  FunctionDeclaration: 'id',
  VariableDeclarator: 'id',
};

/** `const { code } = args`. */
function* destructuringsOf(object: string | undefined, code: readonly Syntax[]): Generator<Syntax> {
  if (object === undefined) return;
  for (const node of code) {
    const id = child(node, 'id');
    if (node.type === 'VariableDeclarator' && id?.type === 'ObjectPattern' && nameOf(child(node, 'init')) === object)
      yield id;
  }
}

function localsOf(pattern: Syntax): (readonly [local: string, property: string])[] {
  return children(pattern, 'properties').flatMap((each) => {
    const value = child(each, 'value');
    const local = nameOf(value?.type === 'AssignmentPattern' ? child(value, 'left') : value);
    const property = keyOf(each);
    return local === undefined || property === undefined ? [] : [[local, property] as const];
  });
}

function keyOf(property: Syntax): string | undefined {
  return nameOf(child(property, 'key'));
}

/** `...rest`, or a key that is computed. */
function isUnclear(property: Syntax): boolean {
  return property.type !== 'Property' || property['computed'] === true;
}

/** `{ order: { items } }`. */
function isNested(property: Syntax): boolean {
  const value = child(property, 'value');
  const target = value?.type === 'AssignmentPattern' ? child(value, 'left') : value;
  return target?.type !== 'Identifier';
}

function isArguments(node: Syntax): boolean {
  return node.type === 'Identifier' && nameOf(node) === 'arguments';
}
