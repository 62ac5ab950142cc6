import { lengthFaults, type LengthLimits } from '../arguments/argument-lengths.js';
import { InvalidArgumentsError, RequestError } from '../errors.js';
import { isRecord } from '../output/shape.js';
import { type CompleteParams, type CompleteResult, MAX_VALUES } from '../protocol.js';
import type { Request } from '../request/request.js';
import { clip } from '../text/strings.js';
import { readerOf } from './resource-kind.js';

/** Completes a variable of a reader's template. Returns no values for a template that is not served. */
export async function completeVariable(params: CompleteParams, request: Request): Promise<CompleteResult> {
  const typed = readTypedVariable(params, request.services.limits);
  request.step = 'complete';
  const { definition } = request;
  if (definition === undefined) return NOTHING; // Only templates that are served are taken apart.
  const place = placeOf(typed);
  if (place === undefined) return NOTHING;
  const uris = await readerOf(definition).complete(prefixAt(place, typed.value), request.context);
  return valuesAt(place, uris, MAX_VALUES);
}

const NOTHING: CompleteResult = { completion: { values: [], total: 0, hasMore: false } };

/** The variable of a template that a client wants completed. */
interface TypedVariable {
  readonly template: string;
  readonly variable: string;
  readonly value: string;
  /** The other variables given so far. */
  readonly given: Readonly<Record<string, unknown>>;
}

/**
 * Reads untrusted parameters of `completion/complete` for a resource.
 * @throws {RequestError} if no variable is named
 * @throws {InvalidArgumentsError} if a text is too long
 */
function readTypedVariable({ ref, argument, context }: CompleteParams, limits: LengthLimits): TypedVariable {
  const { uri: template } = ref as { readonly uri?: unknown };
  const { name: variable, value }: { name?: unknown; value?: unknown } = argument ?? {};
  if (typeof template !== 'string' || typeof variable !== 'string' || typeof value !== 'string')
    throw new RequestError('A variable of a resource template must be named, with its typed value', { code: -32602 });
  const given = isRecord(context?.arguments) ? context.arguments : {};
  const faults = lengthFaults([given, { [variable]: value }], limits);
  if (faults.length > 0) throw new InvalidArgumentsError('resource', clip(template), faults);
  return { template, variable, value, given };
}

/** The location of a variable in the URIs of a template, once the variables before it are known. */
interface Place {
  /** What the URIs begin with. */
  readonly start: string;
  /** What follows the variable; empty if it is the last one. */
  readonly end: string;
  /** Whether the variable may contain slashes, like `{+path}`. */
  readonly isReserved: boolean;
}

const EXPRESSION = /\{([^{}]*)\}/;

/** The location of a variable; `undefined` if the template does not have it, or a variable before it is unknown. */
function placeOf({ template, variable, given }: TypedVariable): Place | undefined {
  let [start = '', expression, ...rest] = template.split(EXPRESSION);
  while (expression !== undefined) {
    const [literal = '', next, ...others] = rest;
    const isReserved = expression.startsWith('+');
    const name = isReserved ? expression.slice(1) : expression;
    if (name === variable) return { start, end: literal, isReserved };
    const known = given[name];
    if (typeof known !== 'string') return undefined;
    start += encode(known, isReserved) + literal;
    [expression, ...rest] = [next, ...others];
  }
  return undefined;
}

/** The URI prefix for the typed beginning of the variable. */
function prefixAt({ start, isReserved }: Place, value: string): string {
  return start + encode(value, isReserved);
}

/** The values of the variable in the URIs, at most `most`. */
function valuesAt({ start, end, isReserved }: Place, uris: readonly string[], most: number): CompleteResult {
  const written = uris.filter((uri) => uri.startsWith(start)).map((uri) => uri.slice(start.length));
  const values = written.map((value) => decode(end === '' ? value : (value.split(end)[0] ?? ''), isReserved));
  const different = [...new Set(values)].slice(0, most);
  const hasMore = uris.length >= most;
  return { completion: { values: different, ...(!hasMore && { total: different.length }), hasMore } };
}

function encode(value: string, isReserved: boolean): string {
  try {
    if (!isReserved) return encodeURIComponent(value);
    return encodeURI(value).replace(/%25(?=[\da-f]{2})/gi, '%'); // What is encoded already stays so (RFC 6570, 3.2.3).
  } catch {
    return value; // A lone surrogate cannot occur in a URI.
  }
}

function decode(value: string, isReserved: boolean): string {
  try {
    return isReserved ? decodeURI(value) : decodeURIComponent(value);
  } catch {
    return value;
  }
}
