import type { VariableValue } from './expansion.js';
import { type Expression, type Variable, consistsOf, RESERVED, UNRESERVED } from './template-parts.js';

/** The values of variables that were read from a URI. */
export type ReadValues = Map<string, VariableValue>;

/** Whether the values of a variable are lists. */
export type IsList = (name: string) => boolean;

/** The variables of an expression with the values in its expansion; `undefined` if it does not expand to the text. */
export function readExpression(
  text: string,
  { operator, variables }: Expression,
  isList: IsList,
): readonly (readonly [Variable, VariableValue])[] | undefined {
  if (text === '') return [];
  if (!text.startsWith(operator.first)) return undefined;
  const body = text.slice(operator.first.length);
  if (operator.isNamed) return readNamed(body, { operator, variables }, isList);
  const [only, ...others] = variables;
  if (only !== undefined && others.length === 0 && !isList(only.name))
    return readAlone(only, body, operator.isReserved);
  return readPositions(body, { operator, variables }, isList);
}

/** A single value, which may contain the separator. */
function readAlone(variable: Variable, body: string, isReserved: boolean): [Variable, VariableValue][] | undefined {
  const value = isReserved ? decodeReserved(body) : decode(body);
  return value === undefined ? undefined : [[variable, value]];
}

/** Values one after another. The last variable may be a list; variables at the end may be absent. */
function readPositions(
  body: string,
  { operator: { separator }, variables }: Expression,
  isList: IsList,
): [Variable, VariableValue][] | undefined {
  const pieces = body.split(separator);
  const last = variables.at(-1);
  const takesRest = last !== undefined && isList(last.name) && (last.isExploded || separator === ',');
  if (pieces.length > variables.length && !takesRest) return undefined;
  const read: [Variable, VariableValue][] = [];
  for (const [index, variable] of variables.entries()) {
    const piece = pieces[index];
    if (piece === undefined) break;
    const rest = pieces.slice(index).flatMap((each) => (variable.isExploded ? [each] : each.split(',')));
    const value = isList(variable.name) ? decodeAll(rest) : decode(piece);
    if (value === undefined) return undefined;
    read.push([variable, value]);
  }
  return read;
}

/** Values behind their names, in any order. */
function readNamed(body: string, expression: Expression, isList: IsList): [Variable, VariableValue][] | undefined {
  const read: [Variable, VariableValue][] = [];
  for (const [variable, texts] of textsByVariable(body, expression)) {
    const value = variable === undefined ? undefined : namedValue(texts, variable, isList);
    if (variable === undefined || value === undefined) return undefined;
    read.push([variable, value]);
  }
  return read;
}

/** The strings after each name; strings after other names belong to no variable. */
function textsByVariable(body: string, { operator, variables }: Expression): Map<Variable | undefined, string[]> {
  const texts = new Map<Variable | undefined, string[]>();
  for (const pair of body.split(operator.separator)) {
    const at = pair.indexOf('=');
    const [name, text] = at < 0 ? [pair, ''] : [pair.slice(0, at), pair.slice(at + 1)];
    const variable = variables.find((each) => each.name === name);
    const others = texts.get(variable);
    if (others === undefined) texts.set(variable, [text]);
    else others.push(text);
  }
  return texts;
}

function namedValue(texts: readonly string[], { name, isExploded }: Variable, isList: IsList) {
  const [first = '', ...others] = texts;
  if (isList(name) && isExploded) return decodeAll(texts);
  if (others.length > 0) return undefined;
  return isList(name) ? decodeAll(first.split(',')) : decode(first);
}

function decodeAll(texts: readonly string[]): string[] | undefined {
  const values = texts.map(decode);
  return values.includes(undefined) ? undefined : (values as string[]);
}

function decode(text: string): string | undefined {
  return consistsOf(text, UNRESERVED) ? attempt(decodeURIComponent, text) : undefined;
}

/** A reserved character that is percent-encoded stays so: it differs from the character itself. */
function decodeReserved(text: string): string | undefined {
  return consistsOf(text, RESERVED) ? attempt(decodeURI, text) : undefined;
}

function attempt(decoding: (text: string) => string, text: string): string | undefined {
  if (!text.includes('%')) return text;
  try {
    return decoding(text);
  } catch {
    return undefined;
  }
}
