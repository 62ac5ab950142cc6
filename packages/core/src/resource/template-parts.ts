export interface Variable {
  readonly name: string;
  /** Whether each item of a list has its own separator or name: `{/path*}`. */
  readonly isExploded: boolean;
  /** The maximum number of characters, as in `{name:3}`; `undefined` for all. */
  readonly length: number | undefined;
}

export interface Expression {
  readonly operator: Operator;
  readonly variables: readonly Variable[];
}

export type TemplatePart = string | Expression;

/** Thrown if a string is not a URI template. The message follows "has the uri …, which". */
export class TemplateFault extends Error {
  override readonly name = 'TemplateFault';
}

/**
 * Parses a URI template (RFC 6570, section 2). Literals in the result are percent-encoded as in URIs.
 * @throws {TemplateFault} if the text is not a URI template
 */
export function parseTemplate(template: string): readonly TemplatePart[] {
  const parts: TemplatePart[] = [];
  for (let index = 0; index < template.length;) {
    const open = template.indexOf('{', index);
    const end = open < 0 ? template.length : open;
    if (end > index) parts.push(parseLiteral(template.slice(index, end)));
    if (open < 0) break;
    const close = template.indexOf('}', open);
    if (close < 0) throw new TemplateFault('has a "{" without a "}"');
    parts.push(parseExpression(template.slice(open + 1, close)));
    index = close + 1;
  }
  return parts;
}

/**
 * Matches a character that literals cannot contain: control characters, white space, characters that URIs must encode,
 * and a percent sign without two hexadecimal digits.
 */
const INVALID_LITERAL = /[\p{Cc}\s"<>\\^`|}]|%(?![\da-f]{2})/iu;

function parseLiteral(text: string): string {
  if (INVALID_LITERAL.test(text)) throw new TemplateFault('has a character that a URI must percent-encode');
  return text.replaceAll(/[^\0-\x7f]+/g, encodeURIComponent);
}

const VARIABLE = /^((?:\w|%[\da-f]{2})(?:\.?(?:\w|%[\da-f]{2}))*)(?:(\*)|:([1-9]\d{0,3}))?$/i;

function parseExpression(text: string): Expression {
  const operator = BY_SIGN.get(text.charAt(0)) ?? SIMPLE;
  const variables = text
    .slice(operator.sign.length)
    .split(',')
    .map((each) => {
      const [, name, star, length] = VARIABLE.exec(each) ?? [];
      if (name === undefined) throw new TemplateFault(`has the invalid expression {${text}}`);
      return { name, isExploded: star !== undefined, length: length === undefined ? undefined : Number(length) };
    });
  return { operator, variables };
}

/** How expressions that begin with an operator's sign, such as `{?…}`, are expanded (RFC 6570, appendix A). */
export interface Operator {
  readonly sign: string;
  /** The prefix of an expansion that is not empty. */
  readonly prefix: string;
  readonly separator: string;
  /** Whether the expansion contains the names of variables before their values. */
  readonly hasNames: boolean;
  /** The text after the name of a variable whose value is empty. */
  readonly emptySuffix: string;
  /** Whether values contain reserved characters unencoded. */
  readonly isReserved: boolean;
}

const SIMPLE: Operator = {
  sign: '',
  prefix: '',
  separator: ',',
  hasNames: false,
  emptySuffix: '',
  isReserved: false,
};

const SIGNED_OPERATORS: readonly Operator[] = [
  { ...SIMPLE, sign: '+', isReserved: true },
  { ...SIMPLE, sign: '#', prefix: '#', isReserved: true },
  { ...SIMPLE, sign: '.', prefix: '.', separator: '.' },
  { ...SIMPLE, sign: '/', prefix: '/', separator: '/' },
  { ...SIMPLE, sign: ';', prefix: ';', separator: ';', hasNames: true },
  { ...SIMPLE, sign: '?', prefix: '?', separator: '&', hasNames: true, emptySuffix: '=' },
  { ...SIMPLE, sign: '&', prefix: '&', separator: '&', hasNames: true, emptySuffix: '=' },
];

const BY_SIGN = new Map(SIGNED_OPERATORS.map((operator) => [operator.sign, operator]));

// Only ASCII letters, because URIs contain no other letters.

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

/** The characters that an encoded value can contain, including `%` from percent-encoding. */
export const UNRESERVED: ReadonlySet<string> = new Set(`${LETTERS}${LETTERS.toUpperCase()}0123456789-._~%`);

/** The characters that a value can contain if reserved characters are not encoded. */
export const RESERVED: ReadonlySet<string> = new Set([...UNRESERVED, ...":/?#[]@!$&'()*+,;="]);

export function commonCharacter(a: ReadonlySet<string>, b: ReadonlySet<string>): string | undefined {
  for (const character of a) if (b.has(character)) return character;
  return undefined;
}

/** The value of a variable. An empty list counts as absent. */
export type VariableValue = string | readonly string[];

export type VariableValues = Readonly<Record<string, VariableValue | undefined>>;

/**
 * Expands a URI template (RFC 6570). Variables without a value are left out.
 * @throws {TypeError} if `template` is not a URI template
 */
export function expandUri(template: string, values: VariableValues = {}): string {
  if (typeof template !== 'string') throw new TypeError('A URI template must be a string');
  try {
    return expand(parseTemplate(template), values);
  } catch (cause) {
    const problem = cause instanceof TemplateFault ? cause.message : String(cause);
    throw new TypeError(`The URI template "${template}" ${problem}`, { cause });
  }
}

/** Expands a template to a URI (RFC 6570, section 3). */
export function expand(parts: readonly TemplatePart[], values: VariableValues): string {
  return parts.map((part) => (typeof part === 'string' ? part : expandExpression(part, values))).join('');
}

function expandExpression({ operator, variables }: Expression, values: VariableValues): string {
  const expanded = variables.flatMap((variable) => {
    const value = Object.hasOwn(values, variable.name) ? values[variable.name] : undefined;
    return value === undefined || (typeof value !== 'string' && value.length === 0)
      ? []
      : expandValue(value, variable, operator);
  });
  return expanded.length === 0 ? '' : operator.prefix + expanded.join(operator.separator);
}

function expandValue(value: VariableValue, { name, isExploded, length }: Variable, operator: Operator): string {
  const withName = (text: string) => {
    if (!operator.hasNames) return text;
    return text === '' ? name + operator.emptySuffix : `${name}=${text}`;
  };
  const encode = (text: string) => encodeValue(text, operator);
  if (typeof value === 'string') return withName(encode(length === undefined ? value : firstCharacters(value, length)));
  const items = value.map(encode);
  return isExploded ? items.map(withName).join(operator.separator) : withName(items.join(','));
}

export function firstCharacters(text: string, length: number): string {
  return Array.from(text.slice(0, length * 2))
    .slice(0, length)
    .join('');
}

/** Percent-encodes a value as an operator requires. */
export function encodeValue(text: string, { isReserved }: Operator): string {
  const wellFormed = text.replaceAll(/\p{Cs}/gu, '\uFFFD'); // A lone surrogate cannot be encoded.
  if (!isReserved) return encodeURIComponent(wellFormed).replaceAll(/[!'()*]/g, percentEncoded);
  // Characters that are already percent-encoded are not encoded again (section 3.2.3).
  return encodeURI(wellFormed)
    .replaceAll('%5B', '[')
    .replaceAll('%5D', ']')
    .replaceAll(/%25(?=[\da-f]{2})/gi, '%');
}

function percentEncoded(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}
