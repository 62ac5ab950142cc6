import { ArgumentPlan } from '../arguments/argument-plan.js';
import { RequestError } from '../errors.js';
import { type CompleteResult, MAX_SUGGESTIONS } from '../protocol.js';
import type { Request } from '../request/request.js';
import { clip } from '../text/strings.js';
import { readerOf } from './resource.js';
import { MAX_COMPLETED } from './resource-reader.js';
import {
  encodeValue,
  expand,
  type Expression,
  type Operator,
  type TemplatePart,
  parseTemplate,
  type Variable,
} from './template-parts.js';

/** The argument or variable that a client wants completed. */
export interface CompletionInput {
  readonly argument: string;
  readonly value: string;
  /** The values of the other arguments so far. */
  readonly otherArguments: object;
}

/**
 * Completes a variable of a reader's template. Returns no values for a template that is not served.
 * @throws {RequestError} if no variable is named
 * @throws {InvalidArgumentsError} if a string is too long
 */
export async function completeVariable(
  template: unknown,
  input: CompletionInput | undefined,
  request: Request,
): Promise<CompleteResult> {
  if (typeof template !== 'string' || input === undefined)
    throw new RequestError('A variable of a resource template must be named, with its typed value', { code: -32602 });
  const { argument, value, otherArguments } = input;
  ArgumentPlan.none.checkLengths([otherArguments, { [argument]: value }], request.binding(clip(template), 'text'));
  request.step = 'complete';
  const { definition } = request;
  if (definition === undefined) return NO_VALUES; // Only served templates are parsed.
  const slot = slotOf(argument, template, otherArguments);
  if (slot === undefined) return NO_VALUES;
  const prefix = slot.start + encodeLikeReaders(encodeValue(value, slot.operator));
  return valuesAt(slot, await request.within(readerOf(definition).complete(prefix, request.context)));
}

const NO_VALUES: CompleteResult = { completion: { values: [], total: 0, hasMore: false } };

/** The location of a variable in the URIs of a template, given the values of the variables before it. */
interface VariableSlot {
  readonly start: string;
  /** The strings at which the value ends. */
  readonly ends: readonly string[];
  readonly operator: Operator;
}

/** Locates a variable; `undefined` if the template does not have it, or a variable before it has no value. */
function slotOf(variable: string, template: string, others: object): VariableSlot | undefined {
  const isCompleted = ({ name }: Variable) => name === variable;
  const parts = parseTemplate(template);
  const index = parts.findIndex((part) => typeof part === 'object' && part.variables.some(isCompleted));
  const expression = parts[index];
  if (typeof expression !== 'object') return undefined;
  const { operator, variables } = expression;
  const position = variables.findIndex(isCompleted);
  const before = [...parts.slice(0, index), { operator, variables: variables.slice(0, position) }];
  const known = Object.fromEntries(Object.entries(others).filter(([, value]) => typeof value === 'string'));
  if (before.some((part) => typeof part === 'object' && isUnknown(part, known))) return undefined;
  const values = known as Readonly<Record<string, string>>;
  const separatorBefore = expand(before.slice(-1), values) === '' ? operator.first : operator.separator;
  const start = encodeLikeReaders(expand(before, values)) + separatorBefore + (operator.isNamed ? `${variable}=` : '');
  const hasSeparator = operator.isNamed || position < variables.length - 1;
  const ends = [
    hasSeparator ? operator.separator : '',
    startOf(parts[index + 1]),
    ...(operator.isReserved ? [] : '/?#'),
  ];
  return { start, ends: ends.filter((end) => end !== ''), operator };
}

/** Whether an expression lacks a value that every URI contains. */
function isUnknown({ operator, variables }: Expression, known: object): boolean {
  return !operator.isNamed && variables.some(({ name }) => !Object.hasOwn(known, name));
}

function startOf(part: TemplatePart = ''): string {
  return typeof part === 'string' ? part : part.operator.first;
}

/** Encodes a URI as most readers do, by `encodeURIComponent`, which leaves more characters unencoded than RFC 6570. */
function encodeLikeReaders(uri: string): string {
  return uri.replaceAll(/%2[1789A]/g, decodeURIComponent);
}

/** The distinct values of the variable in the URIs. */
function valuesAt({ start, ends, operator: { isReserved } }: VariableSlot, uris: readonly string[]): CompleteResult {
  const rests = uris.filter((uri) => uri.startsWith(start)).map((uri) => uri.slice(start.length));
  const distinct = [...new Set(rests.map((rest) => decode(valueBefore(rest, ends), isReserved)))];
  const values = distinct.slice(0, MAX_SUGGESTIONS);
  const hasMore = distinct.length > values.length || uris.length >= MAX_COMPLETED;
  return { completion: { values, ...(!hasMore && { total: values.length }), hasMore } };
}

function valueBefore(text: string, ends: readonly string[]): string {
  const indexes = ends.map((end) => text.indexOf(end)).filter((index) => index >= 0);
  return text.slice(0, Math.min(text.length, ...indexes));
}

function decode(value: string, isReserved: boolean): string {
  try {
    return isReserved ? decodeURI(value) : decodeURIComponent(value);
  } catch {
    return value;
  }
}
