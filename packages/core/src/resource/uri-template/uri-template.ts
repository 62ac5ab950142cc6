import { expand, startOf, type VariableValue, type VariableValues } from './expansion.js';
import { readExpression, type ReadValues } from './expression-reading.js';
import { type TemplateSegment, piecesOf, type Span, type SpanOptions, turnOf } from './template-boundaries.js';
import { type TemplatePart, partsOf, type Variable } from './template-parts.js';

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
    const read: ReadValues = new Map();
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
