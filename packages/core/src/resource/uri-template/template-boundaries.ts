import { type Expression, type TemplatePart, commonTo, RESERVED, UNRESERVED } from './template-parts.js';

/** An expression, and the characters of its expansions. */
export interface Span extends Expression {
  readonly characters: ReadonlySet<string>;
  /** The characters that an expansion may begin with. */
  readonly first: ReadonlySet<string>;
  readonly mayBeEmpty: boolean;
}

export type TemplateSegment = string | Span;

/** Whether the values of a variable are lists. */
export type IsList = (name: string) => boolean;

export interface SpanOptions {
  readonly isList: IsList;
  /** Whether a variable has a value that is not empty in every URI. */
  readonly isRequired: (name: string) => boolean;
}

/**
 * The pieces of a template, by which URIs are taken apart.
 * @throws {AmbiguousTemplate} if the values of an expression cannot be told apart
 */
export function piecesOf(parts: readonly TemplatePart[], options: SpanOptions): readonly TemplateSegment[] {
  return parts.map((part, index) => {
    if (typeof part === 'string') return part;
    return spanOf(part, parts.slice(index + 1), options);
  });
}

function spanOf(expression: Expression, rest: readonly TemplatePart[], { isList, isRequired }: SpanOptions): Span {
  const { operator, variables } = expression;
  const characters = charactersOf(expression, isList);
  // In a URI, the path ends where the query or the fragment begins.
  if (operator.isReserved && rest.some(beginsQuery)) for (const end of '?#') characters.delete(end);
  if (operator.first !== '') characters.add(operator.first);
  const first = operator.first === '' ? characters : new Set(operator.first);
  return { ...expression, characters, first, mayBeEmpty: !variables.some(({ name }) => isRequired(name)) };
}

/**
 * The characters of values, and of what separates them.
 * @throws {AmbiguousTemplate} if the values cannot be told apart
 */
function charactersOf(expression: Expression, isList: IsList): Set<string> {
  const { operator, variables } = expression;
  const within = separatorWithin(expression, isList);
  if (within !== undefined) throw new AmbiguousTemplate(expression, within);
  const characters = new Set(operator.isReserved ? RESERVED : UNRESERVED);
  const isSeparated = variables.length > 1 || variables.some(({ isExploded }) => isExploded);
  if (isSeparated) characters.add(operator.separator);
  if (variables.some(({ name }) => isList(name))) characters.add(',');
  if (operator.isNamed) characters.add('=');
  return characters;
}

/** A character that separates values, and that values may contain. */
function separatorWithin({ operator, variables }: Expression, isList: IsList): string | undefined {
  if (operator.isNamed) return undefined;
  const lists = variables.filter(({ name }) => isList(name));
  const isSeparated = variables.length > 1 || lists.some(({ isExploded }) => isExploded);
  if (operator.isReserved && (isSeparated || lists.length > 0)) return operator.separator;
  if (operator.separator === '.' && isSeparated) return operator.separator;
  return lists.some((each) => each !== variables.at(-1)) ? ',' : undefined;
}

function beginsQuery(part: TemplatePart): boolean {
  return typeof part === 'string' ? /[?#]/.test(part) : part.operator.sign === '?' || part.operator.sign === '#';
}

/**
 * The expression whose expansion ends where the rest of the template, read from its end, begins; the ones before it end
 * where a character follows that they do not have. `undefined` if there is no such expression: all end so.
 * @throws {AmbiguousTemplate} if the end of an expression is ambiguous
 */
export function turnOf(pieces: readonly TemplateSegment[]): number | undefined {
  const clashes = pieces.map((piece, at) => clashWith(piece, firstOf(pieces.slice(at + 1))));
  const turn = clashes.findIndex((character) => character !== undefined);
  const span = pieces[turn];
  const character = clashes[turn];
  if (typeof span !== 'object' || character === undefined) return undefined;
  for (const [at, piece] of pieces.entries()) {
    const isAmbiguous = at > turn && clashWith(piece, lastOf(pieces.slice(0, at))) !== undefined;
    if (isAmbiguous) throw new AmbiguousTemplate(span, character);
  }
  return turn;
}

/** A character of an expression that its neighbours may have as well. */
function clashWith(piece: TemplateSegment, neighbours: ReadonlySet<string>): string | undefined {
  return typeof piece === 'object' ? commonTo(piece.characters, neighbours) : undefined;
}

/** Thrown for a template whose URIs can be read in several ways. */
export class AmbiguousTemplate extends Error {
  override readonly name = 'AmbiguousTemplate';

  constructor(
    readonly span: Expression,
    /** A character that may belong to the expression, or to the text after it. */
    readonly character: string,
  ) {
    super('It is not clear where an expression ends');
  }
}

/** The characters that the URIs of some pieces begin with. */
function firstOf([piece, ...rest]: readonly TemplateSegment[]): ReadonlySet<string> {
  if (piece === undefined) return new Set();
  if (typeof piece === 'string') return new Set(piece.charAt(0));
  return piece.mayBeEmpty ? new Set([...piece.first, ...firstOf(rest)]) : piece.first;
}

/** The characters that the URIs of some pieces end with. */
function lastOf(pieces: readonly TemplateSegment[]): ReadonlySet<string> {
  const piece = pieces.at(-1);
  if (piece === undefined) return new Set();
  if (typeof piece === 'string') return new Set(piece.at(-1));
  return piece.mayBeEmpty ? new Set([...piece.characters, ...lastOf(pieces.slice(0, -1))]) : piece.characters;
}
