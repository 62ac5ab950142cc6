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
  /** Whether every URI has a value for the variable that is not empty. */
  readonly isRequired: (name: string) => boolean;
}

/**
 * The segments of a template, which match the parts of its URIs.
 * @throws {AmbiguousTemplate} if a value may contain the character that separates the values of an expression
 */
export function segmentsOf(parts: readonly TemplatePart[], options: SpanOptions): readonly TemplateSegment[] {
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
 * The characters of an expression's values and of their separators.
 * @throws {AmbiguousTemplate} if a value may contain the separator
 */
function charactersOf(expression: Expression, isList: IsList): Set<string> {
  const { operator, variables } = expression;
  const ambiguous = ambiguousSeparator(expression, isList);
  if (ambiguous !== undefined) throw new AmbiguousTemplate(expression, ambiguous);
  const characters = new Set(operator.isReserved ? RESERVED : UNRESERVED);
  const isSeparated = variables.length > 1 || variables.some(({ isExploded }) => isExploded);
  if (isSeparated) characters.add(operator.separator);
  if (variables.some(({ name }) => isList(name))) characters.add(',');
  if (operator.isNamed) characters.add('=');
  return characters;
}

/** The separator of an expression's values, if values may contain it; otherwise `undefined`. */
function ambiguousSeparator({ operator, variables }: Expression, isList: IsList): string | undefined {
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
 * The index of the expression from which on the template is matched from the end of a URI. Expressions before it end at
 * a character that they cannot contain. `undefined` if all expressions do.
 * @throws {AmbiguousTemplate} if the end of an expression is ambiguous
 */
export function backwardStart(segments: readonly TemplateSegment[]): number | undefined {
  const clashes = segments.map((segment, index) => sharedWith(segment, startsOf(segments.slice(index + 1))));
  const start = clashes.findIndex((character) => character !== undefined);
  const span = segments[start];
  const character = clashes[start];
  if (typeof span !== 'object' || character === undefined) return undefined;
  for (const [index, segment] of segments.entries()) {
    const isAmbiguous = index > start && sharedWith(segment, endsOf(segments.slice(0, index))) !== undefined;
    if (isAmbiguous) throw new AmbiguousTemplate(span, character);
  }
  return start;
}

/** A character that may belong to an expression or to its neighbours; `undefined` if there is none. */
function sharedWith(segment: TemplateSegment, neighbours: ReadonlySet<string>): string | undefined {
  return typeof segment === 'object' ? commonTo(segment.characters, neighbours) : undefined;
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

/** The characters that text of these segments may begin with. */
function startsOf([segment, ...rest]: readonly TemplateSegment[]): ReadonlySet<string> {
  if (segment === undefined) return new Set();
  if (typeof segment === 'string') return new Set(segment.charAt(0));
  return segment.mayBeEmpty ? new Set([...segment.first, ...startsOf(rest)]) : segment.first;
}

/** The characters that text of these segments may end with. */
function endsOf(segments: readonly TemplateSegment[]): ReadonlySet<string> {
  const segment = segments.at(-1);
  if (segment === undefined) return new Set();
  if (typeof segment === 'string') return new Set(segment.at(-1));
  return segment.mayBeEmpty ? new Set([...segment.characters, ...endsOf(segments.slice(0, -1))]) : segment.characters;
}
