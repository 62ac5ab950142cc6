import type { Suggestions } from '../api/calls.js';
import type { ArgDefinition } from '../arguments/arg-definition.js';
import { ListType } from '../arguments/object-types.js';
import type { Definition } from '../definition/definition.js';
import { callMethod } from '../engine/engine.js';
import { InvalidArgumentsError } from '../errors.js';
import { withPromiseHint, OutputFault, isRecord } from '../output/output.js';
import { type CompleteParams, type CompleteResult, MAX_SUGGESTIONS } from '../protocol.js';
import type { Request, Target } from '../request/request.js';
import type { Awaitable } from '../types.js';
import type { Catalogue } from '../catalogue/catalogue.js';
import type { Operation } from '../engine/engine.js';
import { checkedCompletion } from '../output/shapes.js';
import { completeVariable, type CompletionInput } from '../resource/resource-completion.js';
import type { ServedResources } from '../resource/served-resources.js';

/** Reads untrusted parameters; returns `undefined` if no argument is named. */
function readInput(params: CompleteParams): CompletionInput | undefined {
  const { argument, context } = asObject(params);
  const { name, value } = asObject(argument);
  if (typeof name !== 'string' || typeof value !== 'string') return undefined;
  return { argument: name, value, otherArguments: asObject(asObject(context)['arguments']) };
}

const NOT_NAMED = { argument: '', rule: 'isObject', message: 'argument must have a name and a value, both strings' };

function asObject(value: unknown): Readonly<Record<string, unknown>> {
  return isRecord(value) ? value : {};
}

/**
 * Answers a completion request for an argument of a definition.
 * @throws {NotFoundError} if there is no such definition
 * @throws {InvalidArgumentsError} if no argument is named, or a string is too long
 * @throws {OutputFault} if the completer does not return suggestions
 */
async function completeArgument(typed: CompletionInput | undefined, request: Request): Promise<CompleteResult> {
  const { definition } = request;
  if (definition === undefined) throw request.unknown();
  const { name, arguments: plan } = definition;
  if (typed === undefined) throw new InvalidArgumentsError(request.kind, name, [NOT_NAMED]);
  plan.checkLengths([typed.otherArguments, { [typed.argument]: typed.value }], request.binding(name, 'text'));
  const arg = plan.get(typed.argument);
  const suggestions = await request.within(suggest(definition, typed, request));
  return { completion: toResult(arg, typed.value, suggestions ?? []) };
}

function suggest(
  definition: Definition,
  { argument, value, otherArguments: given }: CompletionInput,
  request: Request,
): Awaitable<unknown> {
  const { arguments: plan, completers } = definition;
  const context = Object.assign(request.context, { arguments: plan.readPartly(given) });
  const method = completers.get(argument);
  if (method === undefined) {
    const source = plan.get(argument)?.completer ?? [];
    request.step = 'complete';
    return typeof source === 'function' ? source(value, context) : source;
  }
  return callMethod({ definition, method, bind: () => [value, context], step: 'complete' }, request);
}

function toResult(arg: ArgDefinition | undefined, typed: string, output: unknown): CompleteResult['completion'] {
  const suggestions = toSuggestions(output);
  if (!(arg?.type instanceof ListType)) return toCompletion(typed, suggestions);
  // In a list, the last item is being typed.
  const start = typed.lastIndexOf(',') + 1;
  const completion = toCompletion(typed.slice(start).trimStart(), suggestions);
  const values = completion.values.slice(0, Math.max(1, Math.floor(MAX_REPEATED_LENGTH / start)));
  const hasMore = completion.hasMore === true || values.length < completion.values.length;
  return { ...completion, values: values.map((value) => typed.slice(0, start) + value), hasMore };
}

/** The maximum number of characters of earlier items that all values of a completion repeat, beyond the first value. */
const MAX_REPEATED_LENGTH = 100_000;

/** The maximum number of candidates to rank. */
const MAX_CANDIDATES = 100_000;

function toSuggestions(output: unknown): Suggestions {
  const values = Array.isArray(output) ? output : asObject(output)['values'];
  if (Array.isArray(values) && values.length > MAX_CANDIDATES)
    throw new OutputFault(
      `completed an argument with more than ${MAX_CANDIDATES} values: search before you return them`,
    );
  if (Array.isArray(values) && values.every((value) => typeof value === 'string')) return output as Suggestions;
  const problem =
    'completed an argument with something other than an array of strings, or an object with such `values`';
  throw withPromiseHint(new OutputFault(problem), output);
}

/** The references that a completion request can contain. */
interface ReferenceTargets {
  readonly prompts: Catalogue;
  readonly resources: ServedResources;
}

/** The target of a completion request: the referenced definition, if the reference has a name. */
export function completionTarget(params: CompleteParams | undefined, { prompts, resources }: ReferenceTargets): Target {
  const ref = refOf(params);
  if (refersToTemplate(params)) return resources.templateTarget(ref['uri']);
  const target = prompts.target(ref['type'] === 'ref/prompt' ? ref['name'] : undefined);
  return { ...target, subjectOf: (name) => (name === undefined ? 'The completion' : target.subjectOf(name)) };
}

/** Completes arguments of definitions, and variables of readers' templates. */
export const COMPLETION: Operation<CompleteParams, CompleteResult> = {
  method: 'completion/complete',
  answer: async (params, request) =>
    checkedCompletion(await complete(params, request), request.services.limits, FAULT_SUBJECT),
  check: (answer, { services }) => checkedCompletion(answer, services.limits),
};

function complete(params: CompleteParams, request: Request): Promise<CompleteResult> {
  const isOfClass = request.definition !== undefined && request.definition.instance === undefined;
  const typed = readInput(params);
  return refersToTemplate(params) && !isOfClass
    ? completeVariable(refOf(params)['uri'], typed, request)
    : completeArgument(typed, request);
}

function refersToTemplate(params: CompleteParams | undefined): boolean {
  return refOf(params)['type'] === 'ref/resource';
}

function refOf(params: CompleteParams | undefined): Readonly<Record<string, unknown>> {
  return asObject(params?.ref);
}

const FAULT_SUBJECT = 'completed an argument with an answer, whose';

/**
 * The result of a completion. Candidates rank by how they match the typed text, ignoring case: as a prefix, then as the
 * prefix of a word, then by containing its letters in order. Candidates of the same rank keep their order.
 */
function toCompletion(typed: string, suggestions: Suggestions): CompleteResult['completion'] {
  if (!isArray(suggestions)) {
    const { values, total, hasMore } = suggestions;
    const top = values.slice(0, MAX_SUGGESTIONS);
    const isMore = hasMore ?? (total ?? values.length) > top.length;
    return { values: top, ...(total !== undefined && { total }), hasMore: isMore || values.length > top.length };
  }
  const ranked = rank(typed, suggestions);
  return { values: ranked.slice(0, MAX_SUGGESTIONS), total: ranked.length, hasMore: ranked.length > MAX_SUGGESTIONS };
}

function rank(typed: string, candidates: readonly string[]): string[] {
  const lowerCaseTyped = typed.toLowerCase();
  const ranks: string[][] = [[], [], []];
  for (const candidate of new Set(candidates)) ranks[rankOf(lowerCaseTyped, candidate)]?.push(candidate);
  return ranks.flat();
}

function rankOf(lowerCaseTyped: string, candidate: string): number {
  const text = candidate.toLowerCase();
  if (text.startsWith(lowerCaseTyped)) return 0;
  if (!isSubsequence(lowerCaseTyped, text)) return 3; // Then no word matches either, and the search for words is slower.
  return hasWord(lowerCaseTyped, candidate) ? 1 : 2;
}

/** Words begin after anything but a letter or digit, and at capitals: `code-review`, `codeReview`. */
function hasWord(lowerCaseTyped: string, candidate: string): boolean {
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
function isArray(suggestions: Suggestions): suggestions is readonly string[] {
  return Array.isArray(suggestions);
}
