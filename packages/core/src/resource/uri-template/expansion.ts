import {
  type Expression,
  parseTemplate,
  TemplateFault,
  type TemplatePart,
  type Variable,
  type Operator,
} from './template-parts.js';

/** A value of a variable. An empty list counts as absent. */
export type VariableValue = string | readonly string[];

export type VariableValues = Readonly<Record<string, VariableValue | undefined>>;

/**
 * Expands a URI template, of any server (RFC 6570). Variables without a value are left out.
 * @throws {TypeError} if it is not a URI template
 */
export function expandUri(template: string, values: VariableValues): string {
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
  return expanded.length === 0 ? '' : operator.first + expanded.join(operator.separator);
}

function expandValue(value: VariableValue, { name, isExploded, length }: Variable, operator: Operator): string {
  const withName = (text: string) => {
    if (!operator.isNamed) return text;
    return text === '' ? name + operator.ifEmpty : `${name}=${text}`;
  };
  const encode = (text: string) => encodeValue(text, operator);
  if (typeof value === 'string') return withName(encode(length === undefined ? value : startOf(value, length)));
  const items = value.map(encode);
  return isExploded ? items.map(withName).join(operator.separator) : withName(items.join(','));
}

export function startOf(text: string, length: number): string {
  return Array.from(text.slice(0, length * 2))
    .slice(0, length)
    .join('');
}

/** Percent-encodes a value as an operator requires. */
export function encodeValue(text: string, { isReserved }: Operator): string {
  const wellFormed = text.replaceAll(/\p{Cs}/gu, '\uFFFD'); // A lone surrogate has no place in a URI.
  if (!isReserved) return encodeURIComponent(wellFormed).replaceAll(/[!'()*]/g, percentEncoded);
  // Text that is already percent-encoded stays so (section 3.2.3).
  return encodeURI(wellFormed)
    .replaceAll('%5B', '[')
    .replaceAll('%5D', ']')
    .replaceAll(/%25(?=[\da-f]{2})/gi, '%');
}

function percentEncoded(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}
