import {
  type Expression,
  type TemplatePart,
  commonCharacter,
  RESERVED,
  UNRESERVED,
  expand,
  firstCharacters,
  type VariableValue,
  type VariableValues,
  parseTemplate,
  type Variable,
} from './template-parts.js';

/** An expression, and the characters that its expansions can contain. */
interface ExpressionMatcher extends Expression {
  readonly characters: ReadonlySet<string>;
  /** The characters that an expansion may begin with. */
  readonly first: ReadonlySet<string>;
  readonly mayBeEmpty: boolean;
}

export type TemplateSegment = string | ExpressionMatcher;

type IsList = (name: string) => boolean;

interface TemplateOptions {
  readonly isList: IsList;
  /** Whether every URI has a value for the variable, and the value is not empty. */
  readonly isRequired: (name: string) => boolean;
}

/**
 * Returns the segments of a template. Each segment matches a part of a URI.
 * @throws {AmbiguousTemplate} if a value may contain the character that separates the values of an expression
 */
function createSegments(parts: readonly TemplatePart[], options: TemplateOptions): readonly TemplateSegment[] {
  return parts.map((part, index) => {
    if (typeof part === 'string') return part;
    return createMatcher(part, parts.slice(index + 1), options);
  });
}

function createMatcher(
  expression: Expression,
  rest: readonly TemplatePart[],
  { isList, isRequired }: TemplateOptions,
): ExpressionMatcher {
  const { operator, variables } = expression;
  const characters = charactersOf(expression, isList);
  // Before a query or fragment, an expression cannot contain the `?` or `#` that begins it.
  if (operator.isReserved && rest.some(startsQuery)) for (const end of '?#') characters.delete(end);
  if (operator.prefix !== '') characters.add(operator.prefix);
  const first = operator.prefix === '' ? characters : new Set(operator.prefix);
  return { ...expression, characters, first, mayBeEmpty: !variables.some(({ name }) => isRequired(name)) };
}

/**
 * Returns the characters of an expression's values and separators.
 * @throws {AmbiguousTemplate} if a value may contain the separator
 */
function charactersOf(expression: Expression, isList: IsList): Set<string> {
  const { operator, variables } = expression;
  const ambiguous = findAmbiguousSeparator(expression, isList);
  if (ambiguous !== undefined) throw new AmbiguousTemplate(expression, ambiguous);
  const characters = new Set(operator.isReserved ? RESERVED : UNRESERVED);
  const isSeparated = variables.length > 1 || variables.some(({ isExploded }) => isExploded);
  if (isSeparated) characters.add(operator.separator);
  if (variables.some(({ name }) => isList(name))) characters.add(',');
  if (operator.hasNames) characters.add('=');
  return characters;
}

/** Returns the separator of an expression, if values may contain it. */
function findAmbiguousSeparator({ operator, variables }: Expression, isList: IsList): string | undefined {
  if (operator.hasNames) return undefined;
  const lists = variables.filter(({ name }) => isList(name));
  const isSeparated = variables.length > 1 || lists.some(({ isExploded }) => isExploded);
  if (operator.isReserved && (isSeparated || lists.length > 0)) return operator.separator;
  if (operator.separator === '.' && isSeparated) return operator.separator;
  return lists.some((each) => each !== variables.at(-1)) ? ',' : undefined;
}

function startsQuery(part: TemplatePart): boolean {
  return typeof part === 'string' ? /[?#]/.test(part) : part.operator.sign === '?' || part.operator.sign === '#';
}

/**
 * Returns the index of the first segment that may contain the character after it; `undefined` if there is none. The end
 * of such a segment is not clear when a URI is read forwards, so the remaining segments are matched backwards.
 * @throws {AmbiguousTemplate} if the end of an expression is ambiguous
 */
function backwardStart(segments: readonly TemplateSegment[]): number | undefined {
  const clashes = segments.map((segment, index) => commonCharacterOf(segment, startsOf(segments.slice(index + 1))));
  const start = clashes.findIndex((character) => character !== undefined);
  const expression = segments[start];
  const character = clashes[start];
  if (typeof expression !== 'object' || character === undefined) return undefined;
  for (const [index, segment] of segments.entries()) {
    const isAmbiguous = index > start && commonCharacterOf(segment, endsOf(segments.slice(0, index))) !== undefined;
    if (isAmbiguous) throw new AmbiguousTemplate(expression, character);
  }
  return start;
}

/** Returns a character that may belong either to an expression or to its neighbours; `undefined` if there is none. */
function commonCharacterOf(segment: TemplateSegment, neighbours: ReadonlySet<string>): string | undefined {
  return typeof segment === 'object' ? commonCharacter(segment.characters, neighbours) : undefined;
}

/** Thrown if a URI of a template can be read in several ways. */
export class AmbiguousTemplate extends Error {
  override readonly name = 'AmbiguousTemplate';

  constructor(
    readonly expression: Expression,
    /** The character that may belong to the expression, or to the text after it. */
    readonly character: string,
  ) {
    super('It is not clear where an expression ends');
  }
}

/** Returns the characters that these segments may begin with. */
function startsOf([segment, ...rest]: readonly TemplateSegment[]): ReadonlySet<string> {
  if (segment === undefined) return new Set();
  if (typeof segment === 'string') return new Set(segment.charAt(0));
  return segment.mayBeEmpty ? new Set([...segment.first, ...startsOf(rest)]) : segment.first;
}

/** Returns the characters that these segments may end with. */
function endsOf(segments: readonly TemplateSegment[]): ReadonlySet<string> {
  const segment = segments.at(-1);
  if (segment === undefined) return new Set();
  if (typeof segment === 'string') return new Set(segment.at(-1));
  return segment.mayBeEmpty ? new Set([...segment.characters, ...endsOf(segments.slice(0, -1))]) : segment.characters;
}

/** A URI template that can also match URIs in linear time. */
export class UriTemplate {
  readonly text: string;
  readonly parts: readonly TemplatePart[];
  /** The literal with which all URIs of the template begin. */
  readonly start: string;
  readonly variables: readonly Variable[];
  readonly names: readonly string[];
  /** The segments to match from the start of a URI. Each segment ends where the next one begins. */
  readonly prefix: readonly TemplateSegment[];
  /** Matches a URI, with a group for each expression. Takes linear time, because ambiguous templates are rejected. */
  readonly #pattern: RegExp;
  readonly #expressions: readonly ExpressionMatcher[];
  /** The variables that have a value in every URI. */
  readonly #required: readonly string[];
  readonly #options: TemplateOptions;

  /**
   * @throws {TemplateFault} if `text` is not a URI template
   * @throws {AmbiguousTemplate} if a URI of the template can be read in several ways
   */
  constructor(text: string, options: TemplateOptions) {
    this.text = text;
    this.parts = parseTemplate(text);
    const [start] = this.parts;
    this.start = typeof start === 'string' ? start : '';
    this.variables = this.parts.flatMap((part) => (typeof part === 'string' ? [] : part.variables));
    this.names = [...new Set(this.variables.map(({ name }) => name))];
    this.#options = options;
    this.#required = this.names.filter(options.isRequired);
    const segments = createSegments(this.parts, options);
    this.prefix = segments.slice(0, backwardStart(segments));
    this.#expressions = segments.filter((segment) => typeof segment === 'object');
    this.#pattern = new RegExp(`^${segments.map(createPattern).join('')}$`);
  }

  /** Whether the template has no variables, and is therefore a URI. */
  get isFixed(): boolean {
    return this.parts.every((part) => typeof part === 'string');
  }

  get literalLength(): number {
    return this.parts.reduce((sum, part) => sum + (typeof part === 'string' ? part.length : 0), 0);
  }

  expand(values: VariableValues): string {
    return expand(this.parts, values);
  }

  /** Returns the values of the variables in a URI; `undefined` if the URI does not match. */
  match(uri: string): ReadonlyMap<string, VariableValue> | undefined {
    const match = this.#pattern.exec(uri);
    if (match === null) return undefined;
    const values = new Map<string, VariableValue>();
    const starts: { readonly name: string; readonly length: number; readonly start: VariableValue }[] = [];
    for (const [index, expression] of this.#expressions.entries()) {
      const valuesByVariable = readExpression(match[index + 1] as string, expression, this.#options.isList);
      if (valuesByVariable === undefined) return undefined;
      for (const [{ name, length }, value] of valuesByVariable) {
        if (length !== undefined) starts.push({ name, length, start: value });
        else if (!values.has(name)) values.set(name, value);
        else if (JSON.stringify(values.get(name)) !== JSON.stringify(value)) return undefined;
      }
    }
    const startsMatch = starts.every(({ name, length, start }) => {
      const whole = values.get(name);
      return typeof whole === 'string' && firstCharacters(whole, length) === start;
    });
    const hasRequiredValues = this.#required.every((name) => (values.get(name)?.length ?? 0) > 0);
    return startsMatch && hasRequiredValues ? values : undefined;
  }
}

/** Returns regular expression source that matches a literal, or the characters allowed in an expression. */
function createPattern(segment: TemplateSegment): string {
  return typeof segment === 'string'
    ? segment.replaceAll(REGEXP_SYNTAX, String.raw`\$&`)
    : `(${patternOfCharacters(segment)}*)`;
}

export function patternOfCharacters({ characters }: ExpressionMatcher): string {
  return `[${[...characters].map((each) => each.replace(REGEXP_SYNTAX, String.raw`\$&`)).join('')}]`;
}

const REGEXP_SYNTAX = /[\^$.*+?()[\]{}|/-]/g;

type VariableReading = readonly [Variable, VariableValue];

/** Reads the values in the expansion of an expression; `undefined` if the text is not an expansion. */
function readExpression(text: string, expression: Expression, isList: IsList): readonly VariableReading[] | undefined {
  const { operator, variables } = expression;
  if (text === '') return [];
  if (!text.startsWith(operator.prefix)) return undefined;
  const body = text.slice(operator.prefix.length);
  if (operator.hasNames) return readByName(body, expression, isList);
  const [only, ...more] = variables;
  if (only === undefined || more.length > 0 || isList(only.name)) return readByPosition(body, expression, isList);
  const value = decode(body, operator.isReserved); // The value may contain the separator.
  return value === undefined ? undefined : [[only, value]];
}

/** Reads values by position. The last variable may be a list, and variables at the end may be absent. */
function readByPosition(
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

/** Reads values by name, in any order. */
function readByName(
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

// Regular expressions are faster than sets, and a URI may have millions of characters.
const UNRESERVED_TEXT = /^[\w\-.~%]*$/;
const RESERVED_TEXT = /^[\w\-.~%:/?#[\]@!$&'()*+,;=]*$/;

/**
 * Decodes a value. If the value may contain reserved characters, encoded reserved characters stay encoded, because they
 * differ from unencoded ones.
 */
function decode(text: string, isReserved = false): string | undefined {
  if (!(isReserved ? RESERVED_TEXT : UNRESERVED_TEXT).test(text)) return undefined;
  if (!text.includes('%')) return text;
  try {
    return isReserved ? decodeURI(text) : decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
