import { isObject } from '../text/option-kinds.js';
import type { Suggestions } from '../api/calls.js';
import type { ArgDefinition } from '../arguments/arg-definition.js';
import { ListType } from '../arguments/object-types.js';
import type { Definition } from '../definition/definition.js';
import { callMethod, type Operation } from '../engine/engine.js';
import { InvalidArgumentsError, RequestError } from '../errors.js';
import { withPromiseHint, OutputFault } from '../output/output.js';
import { type CompleteParams, type CompleteResult, MAX_SUGGESTIONS } from '../protocol.js';
import type { Request, Target } from '../request/request.js';
import type { Awaitable } from '../types.js';
import type { Catalogue } from '../catalogue/catalogue.js';
import { checkCompletion } from '../output/shapes.js';
import type { ServedResources } from '../resource/served-resources.js';
import { ArgumentPlan } from '../arguments/argument-plan.js';
import { clip } from '../text/strings.js';
import { readerOf } from '../resource/resource.js';
import { MAX_COMPLETED_URIS } from '../resource/resource-reader.js';
import {
  encodeValue,
  expand,
  type Expression,
  type Operator,
  type TemplatePart,
  parseTemplate,
  type Variable,
} from '../resource/template-parts.js';

/** Reads the untrusted parameters; `undefined` if they lack an argument's name or value. */
function readInput(params: CompleteParams): CompletionInput | undefined {
  const { argument, context } = asObject(params);
  const { name, value } = asObject(argument);
  if (typeof name !== 'string' || typeof value !== 'string') return undefined;
  return { argument: name, value, otherArguments: asObject(asObject(context)['arguments']) };
}

const NAME_OR_VALUE_MISSING = {
  argument: '',
  rule: 'isObject',
  message: 'argument must have a name and a value, both strings',
};

function asObject(value: unknown): Readonly<Record<string, unknown>> {
  return isObject(value) ? value : {};
}

/**
 * Completes an argument of a definition.
 * @throws {NotFoundError} if the definition does not exist
 * @throws {InvalidArgumentsError} if the argument's name or value is missing, or a string is too long
 * @throws {OutputFault} if the completer does not return suggestions
 */
async function completeArgument(input: CompletionInput | undefined, request: Request): Promise<CompleteResult> {
  const { definition } = request;
  if (definition === undefined) throw request.notFoundError();
  const { name, arguments: plan } = definition;
  if (input === undefined) throw new InvalidArgumentsError(request.kind, name, [NAME_OR_VALUE_MISSING]);
  plan.checkLengths([input.otherArguments, { [input.argument]: input.value }], request.binding(name, 'text'));
  const arg = plan.get(input.argument);
  const suggestions = await request.waitFor(suggest(definition, input, request));
  return { completion: toResult(arg, input.value, suggestions ?? []) };
}

function suggest(
  definition: Definition,
  { argument, value, otherArguments: given }: CompletionInput,
  request: Request,
): Awaitable<unknown> {
  const { arguments: plan, completers } = definition;
  const context = Object.assign(request.context, { arguments: plan.readIncomplete(given) });
  const method = completers.get(argument);
  if (method === undefined) {
    const completer = plan.get(argument)?.completer ?? [];
    request.step = 'complete';
    return typeof completer === 'function' ? completer(value, context) : completer;
  }
  return callMethod({ definition, method, bind: () => [value, context], step: 'complete' }, request);
}

function toResult(arg: ArgDefinition | undefined, typed: string, output: unknown): CompleteResult['completion'] {
  const suggestions = toSuggestions(output);
  if (!(arg?.type instanceof ListType)) return toCompletion(typed, suggestions);
  // In a list, the user is typing the last item.
  const start = typed.lastIndexOf(',') + 1;
  const completion = toCompletion(typed.slice(start).trimStart(), suggestions);
  const values = completion.values.slice(0, Math.max(1, Math.floor(MAX_REPEATED_LENGTH / start)));
  const hasMore = completion.hasMore === true || values.length < completion.values.length;
  return { ...completion, values: values.map((value) => typed.slice(0, start) + value), hasMore };
}

/**
 * The maximum total length of the items that all values repeat: each value repeats the list items before the last one.
 * At least one value is sent.
 */
const MAX_REPEATED_LENGTH = 100_000;

const MAX_CANDIDATES = 100_000;

function toSuggestions(output: unknown): Suggestions {
  const values = Array.isArray(output) ? output : asObject(output)['values'];
  if (Array.isArray(values) && values.length > MAX_CANDIDATES)
    throw new OutputFault(
      `completed an argument with more than ${MAX_CANDIDATES} values: return only values that match the typed text`,
    );
  if (Array.isArray(values) && values.every((value) => typeof value === 'string')) return output as Suggestions;
  const problem =
    'completed an argument with an invalid result: return an array of strings, or an object whose `values` is an array of strings';
  throw withPromiseHint(new OutputFault(problem), output);
}

interface Sources {
  readonly prompts: Catalogue;
  readonly resources: ServedResources;
}

/** Returns the target of a completion request: the definition that the request's `ref` names. */
export function completionTarget(params: CompleteParams | undefined, { prompts, resources }: Sources): Target {
  const ref = refOf(params);
  if (refersToTemplate(params)) return resources.templateTarget(ref['uri']);
  const target = prompts.target(ref['type'] === 'ref/prompt' ? ref['name'] : undefined);
  return {
    ...target,
    limit: 'completeMs',
    subjectOf: (name) => (name === undefined ? 'The completion' : target.subjectOf(name)),
  };
}

/** Completes arguments of definitions, and variables of resource readers' templates. */
export const COMPLETION: Operation<CompleteParams, CompleteResult> = {
  method: 'completion/complete',
  answer: async (params, request) =>
    checkCompletion(await complete(params, request), request.services.limits, FAULT_SUBJECT),
  check: (answer, { services }) => checkCompletion(answer, services.limits),
};

function complete(params: CompleteParams, request: Request): Promise<CompleteResult> {
  const isOfClass = request.definition !== undefined && request.definition.instance === undefined;
  const input = readInput(params);
  return refersToTemplate(params) && !isOfClass
    ? completeVariable(refOf(params)['uri'], input, request)
    : completeArgument(input, request);
}

function refersToTemplate(params: CompleteParams | undefined): boolean {
  return refOf(params)['type'] === 'ref/resource';
}

function refOf(params: CompleteParams | undefined): Readonly<Record<string, unknown>> {
  return asObject(params?.ref);
}

const FAULT_SUBJECT = 'completed an argument with an invalid result:';

/**
 * Creates the result. Candidates are ranked by how they match the typed text, ignoring case: those that begin with it,
 * then those with a word that begins with it, then those that contain its letters in the same order. Candidates of
 * equal rank keep their order.
 */
function toCompletion(typed: string, suggestions: Suggestions): CompleteResult['completion'] {
  if (!isCandidateList(suggestions)) {
    const { values, total, hasMore } = suggestions;
    const top = values.slice(0, MAX_SUGGESTIONS);
    const isMore = hasMore ?? (total ?? values.length) > top.length;
    return { values: top, ...(total !== undefined && { total }), hasMore: isMore || values.length > top.length };
  }
  const ranked = rankCandidates(typed, suggestions);
  return { values: ranked.slice(0, MAX_SUGGESTIONS), total: ranked.length, hasMore: ranked.length > MAX_SUGGESTIONS };
}

function rankCandidates(typed: string, candidates: readonly string[]): string[] {
  const lowerCaseTyped = typed.toLowerCase();
  const ranks: string[][] = [[], [], []];
  for (const candidate of new Set(candidates)) ranks[rankOf(lowerCaseTyped, candidate)]?.push(candidate);
  return ranks.flat();
}

function rankOf(lowerCaseTyped: string, candidate: string): number {
  const text = candidate.toLowerCase();
  if (text.startsWith(lowerCaseTyped)) return 0;
  if (!isSubsequence(lowerCaseTyped, text)) return 3; // Checked before the words, because searching them is slower.
  return hasWordStart(lowerCaseTyped, candidate) ? 1 : 2;
}

/**
 * Whether a word of the candidate begins with the typed text. Words begin after punctuation and at capitals:
 * `code-review`, `codeReview`.
 */
function hasWordStart(lowerCaseTyped: string, candidate: string): boolean {
  for (const { index } of candidate.matchAll(/(?<![\p{L}\p{N}])[\p{L}\p{N}]|(?<=\p{Ll})\p{Lu}/gu)) {
    if (candidate.slice(index, index + lowerCaseTyped.length).toLowerCase() === lowerCaseTyped) return true;
  }
  return false;
}

function isSubsequence(lowerCaseTyped: string, text: string): boolean {
  let next = 0;
  for (const letter of lowerCaseTyped) {
    next = text.indexOf(letter, next) + letter.length;
    if (next < letter.length) return false;
  }
  return true;
}

// `Array.isArray` does not narrow `readonly` arrays.
function isCandidateList(suggestions: Suggestions): suggestions is readonly string[] {
  return Array.isArray(suggestions);
}

interface CompletionInput {
  readonly argument: string;
  readonly value: string;
  /** The values that the user has entered for other arguments. */
  readonly otherArguments: object;
}

/**
 * Completes a variable of a resource reader's template. Returns no values if the template is not served.
 * @throws {RequestError} if the variable's name or typed value is missing
 * @throws {InvalidArgumentsError} if a string is too long
 */
async function completeVariable(
  template: unknown,
  input: CompletionInput | undefined,
  request: Request,
): Promise<CompleteResult> {
  if (typeof template !== 'string' || input === undefined)
    throw new RequestError('ref.uri must be a string, and argument must have a name and a value, both strings', {
      code: -32602,
    });
  const { argument, value, otherArguments } = input;
  ArgumentPlan.none.checkLengths([otherArguments, { [argument]: value }], request.binding(clip(template), 'text'));
  request.step = 'complete';
  const { definition } = request;
  if (definition === undefined) return NO_VALUES;
  const slot = locateVariable(argument, template, otherArguments);
  if (slot === undefined) return NO_VALUES;
  const prefix = slot.start + encodeLikeReaders(encodeValue(value, slot.operator));
  return valuesAt(slot, await request.waitFor(readerOf(definition).complete(prefix, request.context)));
}

const NO_VALUES: CompleteResult = { completion: { values: [], total: 0, hasMore: false } };

/** The position of a variable's value in a template's URIs. The variables before it already have values. */
interface VariableSlot {
  readonly start: string;
  /** The strings that can follow the value, which ends before the first of them. */
  readonly terminators: readonly string[];
  readonly operator: Operator;
}

/**
 * Locates a variable in a template; `undefined` if the template lacks the variable, or an earlier variable has no
 * value.
 */
function locateVariable(variable: string, template: string, others: object): VariableSlot | undefined {
  const isCompleted = ({ name }: Variable) => name === variable;
  const parts = parseTemplate(template);
  const index = parts.findIndex((part) => typeof part === 'object' && part.variables.some(isCompleted));
  const expression = parts[index];
  if (typeof expression !== 'object') return undefined;
  const { operator, variables } = expression;
  const position = variables.findIndex(isCompleted);
  const before = [...parts.slice(0, index), { operator, variables: variables.slice(0, position) }];
  const known = Object.fromEntries(Object.entries(others).filter(([, value]) => typeof value === 'string'));
  if (before.some((part) => typeof part === 'object' && lacksValue(part, known))) return undefined;
  const values = known as Readonly<Record<string, string>>;
  const separatorBefore = expand(before.slice(-1), values) === '' ? operator.prefix : operator.separator;
  const start = encodeLikeReaders(expand(before, values)) + separatorBefore + (operator.hasNames ? `${variable}=` : '');
  const hasSeparator = operator.hasNames || position < variables.length - 1;
  const terminators = [
    hasSeparator ? operator.separator : '',
    startOf(parts[index + 1]),
    ...(operator.isReserved ? [] : '/?#'),
  ];
  return { start, terminators: terminators.filter((terminator) => terminator !== ''), operator };
}

/** Whether a variable that the URI must contain has no value yet. */
function lacksValue({ operator, variables }: Expression, known: object): boolean {
  return !operator.hasNames && variables.some(({ name }) => !Object.hasOwn(known, name));
}

function startOf(part: TemplatePart = ''): string {
  return typeof part === 'string' ? part : part.operator.prefix;
}

/**
 * Decodes the characters that RFC 6570 encodes but `encodeURIComponent` does not, because most readers use
 * `encodeURIComponent`.
 */
function encodeLikeReaders(uri: string): string {
  return uri.replaceAll(/%2[1789A]/g, decodeURIComponent);
}

function valuesAt(slot: VariableSlot, uris: readonly string[]): CompleteResult {
  const remainders = uris.filter((uri) => uri.startsWith(slot.start)).map((uri) => uri.slice(slot.start.length));
  const distinct = [...new Set(remainders.map((rest) => decode(valueAtStart(rest, slot), slot.operator.isReserved)))];
  const values = distinct.slice(0, MAX_SUGGESTIONS);
  const hasMore = distinct.length > values.length || uris.length >= MAX_COMPLETED_URIS;
  return { completion: { values, ...(!hasMore && { total: values.length }), hasMore } };
}

function valueAtStart(text: string, { terminators }: VariableSlot): string {
  const indexes = terminators.map((terminator) => text.indexOf(terminator)).filter((index) => index >= 0);
  return text.slice(0, Math.min(text.length, ...indexes));
}

function decode(value: string, isReserved: boolean): string {
  try {
    return isReserved ? decodeURI(value) : decodeURIComponent(value);
  } catch {
    return value;
  }
}
