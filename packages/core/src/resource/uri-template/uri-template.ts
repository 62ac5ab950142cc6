import { expand, startOf, type VariableValue, type VariableValues } from './expansion.js';
import { readExpression, type ReadValues } from './expression-reading.js';
import { type Piece, piecesOf, type Span, type SpanOptions, turnOf } from './template-boundaries.js';
import { type Part, partsOf, type Variable, consistsOf } from './template-parts.js';

/** A URI template whose URIs can be taken apart again, in time that grows with their length only. */
export class UriTemplate {
  readonly text: string;
  readonly parts: readonly Part[];
  /** What all its URIs begin with. */
  readonly start: string;
  readonly variables: readonly Variable[];
  /** The names of its variables. */
  readonly names: readonly string[];
  /** The pieces that can be read from the start. */
  readonly steps: readonly Piece[];
  /** Where reading from the start meets reading from the end. */
  readonly #turned: Piece | undefined;
  /** The pieces that can be read from the end, in that order. */
  readonly #stepsBack: readonly Piece[];
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
    const turn = turnOf(pieces) ?? pieces.length;
    this.steps = pieces.slice(0, turn);
    this.#turned = pieces[turn];
    this.#stepsBack = pieces.slice(turn + 1).toReversed();
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
    const texts = this.#textsIn(uri);
    if (texts === undefined) return undefined;
    const read: ReadValues = new Map();
    const starts: { readonly name: string; readonly length: number; readonly start: VariableValue }[] = [];
    for (const [span, text] of texts) {
      const values = readExpression(text, span, this.#options.isList);
      if (values === undefined) return undefined;
      for (const [{ name, length }, value] of values) {
        if (length !== undefined) starts.push({ name, length, start: value });
        else if (!read.has(name)) read.set(name, value);
        else if (!isSame(read.get(name), value)) return undefined;
      }
    }
    const areStarts = starts.every(({ name, length, start }) => {
      const whole = read.get(name);
      return typeof whole === 'string' && startOf(whole, length) === start;
    });
    const isWhole = this.#required.every((name) => hasValue(read.get(name)));
    return areStarts && isWhole ? read : undefined;
  }

  /** The expansion of each expression in a URI. */
  #textsIn(uri: string): Texts | undefined {
    const before = this.#textsBefore(uri);
    if (before === undefined) return undefined;
    const turned = this.#turned;
    if (typeof turned !== 'object') return before.at === uri.length ? before.texts : undefined;
    const after = this.#textsAfter(uri, before.at);
    if (after === undefined) return undefined;
    const text = uri.slice(before.at, after.at);
    return consistsOf(text, turned.characters) ? [...before.texts, [turned, text], ...after.texts] : undefined;
  }

  /** Reads from the start to the turn. */
  #textsBefore(uri: string): Reading | undefined {
    const texts: [Span, string][] = [];
    let at = 0;
    for (const piece of this.steps) {
      const end = endOf(piece, uri, at);
      if (end === undefined) return undefined;
      if (typeof piece === 'object') texts.push([piece, uri.slice(at, end)]);
      at = end;
    }
    return { texts, at };
  }

  /** Reads from the end to the turn, and no further than `least`. */
  #textsAfter(uri: string, least: number): Reading | undefined {
    const texts: [Span, string][] = [];
    let at = uri.length;
    for (const piece of this.#stepsBack) {
      const start = startBefore(piece, uri, at);
      if (start === undefined || start < least) return undefined;
      if (typeof piece === 'object') texts.push([piece, uri.slice(start, at)]);
      at = start;
    }
    return { texts, at };
  }
}

type Texts = readonly (readonly [Span, string])[];

/** The expansions that were read, and where reading ended. */
interface Reading {
  readonly texts: Texts;
  readonly at: number;
}

/** Where a piece ends that begins at a position; `undefined` if it does not begin there. */
export function endOf(piece: Piece, uri: string, at: number): number | undefined {
  if (typeof piece === 'string') return uri.startsWith(piece, at) ? at + piece.length : undefined;
  let end = at;
  while (end < uri.length && piece.characters.has(uri.charAt(end))) end += 1;
  return end;
}

function startBefore(piece: Piece, uri: string, until: number): number | undefined {
  if (typeof piece === 'string') return uri.endsWith(piece, until) ? until - piece.length : undefined;
  let start = until;
  while (start > 0 && piece.characters.has(uri.charAt(start - 1))) start -= 1;
  return start;
}

function hasValue(value: VariableValue | undefined): boolean {
  return value !== undefined && value.length > 0;
}

function isSame(one: VariableValue | undefined, other: VariableValue): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
