import { expand, startOf, type VariableValue, type VariableValues } from './expansion.js';
import {
  type IsList,
  type TemplateSegment,
  segmentsOf,
  type Span,
  type SpanOptions,
  backwardStart,
} from './template-boundaries.js';
import {
  consistsOf,
  type Expression,
  parseTemplate,
  RESERVED,
  type TemplatePart,
  UNRESERVED,
  type Variable,
} from './template-parts.js';

/** A URI template that can also match URIs, in linear time. */
export class UriTemplate {
  readonly text: string;
  readonly parts: readonly TemplatePart[];
  /** The common start of all its URIs. */
  readonly start: string;
  readonly variables: readonly Variable[];
  readonly names: readonly string[];
  /** The segments that can be matched from the start of a URI: each ends where the next one begins. */
  readonly prefix: readonly TemplateSegment[];
  /** Matches a URI, with a group for each expression. Takes linear time, because ambiguous templates are rejected. */
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
    this.parts = parseTemplate(text);
    const [start] = this.parts;
    this.start = typeof start === 'string' ? start : '';
    this.variables = this.parts.flatMap((part) => (typeof part === 'string' ? [] : part.variables));
    this.names = [...new Set(this.variables.map(({ name }) => name))];
    this.#options = options;
    this.#required = this.names.filter(options.isRequired);
    const segments = segmentsOf(this.parts, options);
    this.prefix = segments.slice(0, backwardStart(segments));
    this.#spans = segments.filter((segment) => typeof segment === 'object');
    this.#pattern = new RegExp(`^${segments.map(patternOf).join('')}$`);
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
    const match = this.#pattern.exec(uri);
    if (match === null) return undefined;
    const values = new Map<string, VariableValue>();
    const starts: { readonly name: string; readonly length: number; readonly start: VariableValue }[] = [];
    for (const [index, span] of this.#spans.entries()) {
      const readings = readExpression(match[index + 1] as string, span, this.#options.isList);
      if (readings === undefined) return undefined;
      for (const [{ name, length }, value] of readings) {
        if (length !== undefined) starts.push({ name, length, start: value });
        else if (!values.has(name)) values.set(name, value);
        else if (JSON.stringify(values.get(name)) !== JSON.stringify(value)) return undefined;
      }
    }
    const areStarts = starts.every(({ name, length, start }) => {
      const whole = values.get(name);
      return typeof whole === 'string' && startOf(whole, length) === start;
    });
    const hasRequired = this.#required.every((name) => (values.get(name)?.length ?? 0) > 0);
    return areStarts && hasRequired ? values : undefined;
  }
}

/** A regular expression for a literal, or for the characters of an expression. */
function patternOf(segment: TemplateSegment): string {
  return typeof segment === 'string' ? segment.replaceAll(SYNTAX, String.raw`\$&`) : `(${charactersOf(segment)}*)`;
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
  const [only, ...more] = variables;
  if (only === undefined || more.length > 0 || isList(only.name)) return readPositions(body, expression, isList);
  const value = decode(body, operator.isReserved); // It may contain the separator.
  return value === undefined ? undefined : [[only, value]];
}

/** Reads values by position. The last variable may be a list; variables at the end may be absent. */
function readPositions(
  body: string,
  { operator: { separator }, variables }: Expression,
  isList: IsList,
): readonly VariableReading[] | undefined {
  const segments = body.split(separator);
  const last = variables.at(-1);
  const takesRest = last !== undefined && isList(last.name) && (last.isExploded || separator === ',');
  if (segments.length > variables.length && !takesRest) return undefined;
  const values: VariableReading[] = [];
  for (const [index, variable] of variables.entries()) {
    const segment = segments[index];
    if (segment === undefined) break;
    const rest = segments.slice(index).flatMap((each) => (variable.isExploded ? [each] : each.split(',')));
    const value = isList(variable.name) ? decodeAll(rest) : decode(segment);
    if (value === undefined) return undefined;
    values.push([variable, value]);
  }
  return values;
}

/** Reads values that follow their names, in any order. */
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
  const values: VariableReading[] = [];
  for (const variable of variables) {
    const texts = pairs.filter(({ name }) => name === variable.name).map(({ text }) => text);
    if (texts.length === 0) continue;
    const value = namedValue(texts, variable, isList);
    if (value === undefined) return undefined;
    values.push([variable, value]);
  }
  return values;
}

function namedValue(texts: readonly string[], { name, isExploded }: Variable, isList: IsList) {
  const [first = '', ...more] = texts;
  if (isList(name) && isExploded) return decodeAll(texts);
  if (more.length > 0) return undefined;
  return isList(name) ? decodeAll(first.split(',')) : decode(first);
}

function decodeAll(texts: readonly string[]): string[] | undefined {
  const values = texts.map((text) => decode(text));
  return values.includes(undefined) ? undefined : (values as string[]);
}

/** Decodes a value. In a value with reserved characters, percent-encoded ones stay encoded, because the two differ. */
function decode(text: string, isReserved = false): string | undefined {
  if (!consistsOf(text, isReserved ? RESERVED : UNRESERVED)) return undefined;
  if (!text.includes('%')) return text;
  try {
    return isReserved ? decodeURI(text) : decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
