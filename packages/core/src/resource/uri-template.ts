import {
  type Expression,
  type TemplatePart,
  commonTo,
  RESERVED,
  UNRESERVED,
  expand,
  startOf,
  type VariableValue,
  type VariableValues,
  partsOf,
  type Variable,
} from './template-parts.js';

/** An expression, and the characters of its expansions. */
interface Span extends Expression {
  readonly characters: ReadonlySet<string>;
  /** The characters that an expansion may begin with. */
  readonly first: ReadonlySet<string>;
  readonly mayBeEmpty: boolean;
}

export type TemplateSegment = string | Span;

/** Whether the values of a variable are lists. */
type IsList = (name: string) => boolean;

interface SpanOptions {
  readonly isList: IsList;
  /** Whether a variable has a value that is not empty in every URI. */
  readonly isRequired: (name: string) => boolean;
}

/**
 * The pieces of a template, by which URIs are taken apart.
 * @throws {AmbiguousTemplate} if the values of an expression cannot be told apart
 */
function piecesOf(parts: readonly TemplatePart[], options: SpanOptions): readonly TemplateSegment[] {
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
function turnOf(pieces: readonly TemplateSegment[]): number | undefined {
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

/** A URI template whose URIs can be taken apart again, in time that grows with their length only. */
export class UriTemplate {
  readonly text: string;
  readonly parts: readonly TemplatePart[];
  /** The common start of all its URIs. */
  readonly start: string;
  readonly variables: readonly Variable[];
  readonly names: readonly string[];
  /** The pieces whose ends are clear from what follows them. */
  readonly steps: readonly TemplateSegment[];
  /** Has a group for each expression. Linear, because a template whose URIs can be read in several ways is a fault. */
  readonly #pattern: RegExp;
  readonly #spans: readonly Span[];
  /** The variables that have a value in every URI. */
  readonly #required: readonly string[];
  readonly #options: SpanOptions;

  /**
   * @throws {TemplateFault} if it is not a URI template
   * @throws {AmbiguousTemplate} if its URIs can be read in several ways
   */
  constructor(text: string, options: SpanOptions) {
    this.text = text;
    this.parts = partsOf(text);
    const [start] = this.parts;
    this.start = typeof start === 'string' ? start : '';
    this.variables = this.parts.flatMap((part) => (typeof part === 'string' ? [] : part.variables));
    this.names = [...new Set(this.variables.map(({ name }) => name))];
    this.#options = options;
    this.#required = this.names.filter(options.isRequired);
    const pieces = piecesOf(this.parts, options);
    this.steps = pieces.slice(0, turnOf(pieces));
    this.#spans = pieces.filter((piece) => typeof piece === 'object');
    this.#pattern = new RegExp(`^${pieces.map(patternOf).join('')}$`);
  }

  /** Whether it is a URI: a template without variables. */
  get isFixed(): boolean {
    return this.parts.every((part) => typeof part === 'string');
  }

  /** How much literal text it has. */
  get literalLength(): number {
    return this.parts.reduce((sum, part) => sum + (typeof part === 'string' ? part.length : 0), 0);
  }

  expand(values: VariableValues): string {
    return expand(this.parts, values);
  }

  /** The values of the variables in a URI; `undefined` if the URI does not match. */
  match(uri: string): ReadonlyMap<string, VariableValue> | undefined {
    const found = this.#pattern.exec(uri);
    if (found === null) return undefined;
    const read = new Map<string, VariableValue>();
    const starts: { readonly name: string; readonly length: number; readonly start: VariableValue }[] = [];
    for (const [index, span] of this.#spans.entries()) {
      const values = readExpression(found[index + 1] as string, span, this.#options.isList);
      if (values === undefined) return undefined;
      for (const [{ name, length }, value] of values) {
        if (length !== undefined) starts.push({ name, length, start: value });
        else if (!read.has(name)) read.set(name, value);
        else if (JSON.stringify(read.get(name)) !== JSON.stringify(value)) return undefined;
      }
    }
    const areStarts = starts.every(({ name, length, start }) => {
      const whole = read.get(name);
      return typeof whole === 'string' && startOf(whole, length) === start;
    });
    const isWhole = this.#required.every((name) => (read.get(name)?.length ?? 0) > 0);
    return areStarts && isWhole ? read : undefined;
  }
}

/** A regular expression for a literal, or for the characters of an expression. */
function patternOf(piece: TemplateSegment): string {
  return typeof piece === 'string' ? piece.replaceAll(SYNTAX, String.raw`\$&`) : `(${patternOfCharacters(piece)}*)`;
}

/** A regular expression for one character of an expression. */
export function patternOfCharacters({ characters }: Span): string {
  return `[${[...characters].map((each) => each.replace(SYNTAX, String.raw`\$&`)).join('')}]`;
}

const SYNTAX = /[\^$.*+?()[\]{}|/-]/g;

type VariableReading = readonly [Variable, VariableValue];

/** The variables of an expression with the values in its expansion; `undefined` if it does not expand to the text. */
function readExpression(text: string, expression: Expression, isList: IsList): readonly VariableReading[] | undefined {
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

// Not loops over the characters: a URI may have millions.
const UNRESERVED_TEXT = /^[\w\-.~%]*$/;
const RESERVED_TEXT = /^[\w\-.~%:/?#[\]@!$&'()*+,;=]*$/;

/** A reserved character that is percent-encoded stays so in a value that has reserved ones: they differ. */
function decode(text: string, isReserved = false): string | undefined {
  if (!(isReserved ? RESERVED_TEXT : UNRESERVED_TEXT).test(text)) return undefined;
  if (!text.includes('%')) return text;
  try {
    return isReserved ? decodeURI(text) : decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
