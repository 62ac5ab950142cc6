import type { VariableValue } from './expansion.js';
import { type Expression, type Variable, consistsOf, RESERVED, UNRESERVED } from './template-parts.js';

/** The values of variables that were read from a URI. */
export type ReadValues = Map<string, VariableValue>;

/** Whether the values of a variable are lists. */
export type IsList = (name: string) => boolean;

type VariableReading = readonly [Variable, VariableValue];

/** The variables of an expression with the values in its expansion; `undefined` if it does not expand to the text. */
export function readExpression(
  text: string,
  expression: Expression,
  isList: IsList,
): readonly VariableReading[] | undefined {
  const { operator, variables } = expression;
  if (text === '') return [];
  if (!text.startsWith(operator.first)) return undefined;
  const body = text.slice(operator.first.length);
  if (operator.isNamed) return readNamed(body, expression, isList);
  const [only, ...others] = variables;
  if (only === undefined || others.length > 0 || isList(only.name)) return readPositions(body, expression, isList);
  const value = decode(body, operator.isReserved); // It may contain the separator.
  return value === undefined ? undefined : [[only, value]];
}

/** Values one after another. The last variable may be a list; variables at the end may be absent. */
function readPositions(
  body: string,
  { operator: { separator }, variables }: Expression,
  isList: IsList,
): readonly VariableReading[] | undefined {
  const pieces = body.split(separator);
  const last = variables.at(-1);
  const takesRest = last !== undefined && isList(last.name) && (last.isExploded || separator === ',');
  if (pieces.length > variables.length && !takesRest) return undefined;
  const read: VariableReading[] = [];
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
function readNamed(
  body: string,
  { operator, variables }: Expression,
  isList: IsList,
): readonly VariableReading[] | undefined {
  const pairs = body.split(operator.separator).map((pair) => {
    const [name = ''] = pair.split('=', 1);
    return { name, text: pair.slice(name.length + 1) };
  });
  if (!pairs.every(({ name }) => variables.some((each) => each.name === name))) return undefined;
  const read: VariableReading[] = [];
  for (const variable of variables) {
    const texts = pairs.filter(({ name }) => name === variable.name).map(({ text }) => text);
    if (texts.length === 0) continue;
    const value = namedValue(texts, variable, isList);
    if (value === undefined) return undefined;
    read.push([variable, value]);
  }
  return read;
}

function namedValue(texts: readonly string[], { name, isExploded }: Variable, isList: IsList) {
  const [first = '', ...others] = texts;
  if (isList(name) && isExploded) return decodeAll(texts);
  if (others.length > 0) return undefined;
  return isList(name) ? decodeAll(first.split(',')) : decode(first);
}

function decodeAll(texts: readonly string[]): string[] | undefined {
  const values = texts.map((text) => decode(text));
  return values.includes(undefined) ? undefined : (values as string[]);
}

/** A reserved character that is percent-encoded stays so in a value that has reserved ones: they differ. */
function decode(text: string, isReserved = false): string | undefined {
  if (!consistsOf(text, isReserved ? RESERVED : UNRESERVED)) return undefined;
  if (!text.includes('%')) return text;
  try {
    return isReserved ? decodeURI(text) : decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
