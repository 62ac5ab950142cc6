import { expand, startOf, type VariableValue, type VariableValues } from './expansion.js';
import {
  type IsList,
  type TemplateSegment,
  piecesOf,
  type Span,
  type SpanOptions,
  turnOf,
} from './template-boundaries.js';
import {
  consistsOf,
  type Expression,
  partsOf,
  RESERVED,
  type TemplatePart,
  UNRESERVED,
  type Variable,
} from './template-parts.js';

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
  return typeof piece === 'string' ? piece.replaceAll(SYNTAX, String.raw`\$&`) : `(${charactersOf(piece)}*)`;
}

/** A regular expression for one character of an expression. */
export function charactersOf({ characters }: Span): string {
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
