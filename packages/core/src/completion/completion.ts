import type { ArgDefinition } from '../arguments/arg-definition.js';
import type { Completer, Suggestions } from '../api/completer.js';
import type { Definition } from '../definition/definition.js';
import { InvalidArgumentsError, UnknownPromptError } from '../errors.js';
import { ListType } from '../arguments/list-type.js';
import { OutputFault } from '../messages/output-parts.js';
import { explained } from '../output/output.js';
import type { CompleteParams, CompleteResult } from '../protocol.js';
import { toCompletion } from './ranking.js';
import { isPending } from '../pending.js';
import { PromptRequest } from '../request/prompt-request.js';

/** What a client wants to be completed. */
export interface Typed {
  readonly prompt: string;
  readonly argument: string;
  readonly value: string;
  /** The other arguments, as far as they have been given. */
  readonly given: object;
}

/**
 * Reads the parameters of `completion/complete`, whatever the client may have sent.
 * @throws {UnknownPromptError} when no prompt is referred to
 * @throws {InvalidArgumentsError} when no argument is named
 */
export function readTyped(params: CompleteParams): Typed {
  const { ref, argument, context } = asObject(params);
  const { type, name: prompt } = asObject(ref);
  if (type !== 'ref/prompt' || typeof prompt !== 'string') throw new UnknownPromptError(undefined);
  const { name, value } = asObject(argument);
  if (typeof name !== 'string' || typeof value !== 'string') throw new InvalidArgumentsError(prompt, [NOT_NAMED]);
  return { prompt, argument: name, value, given: asObject(asObject(context)['arguments']) };
}

const NOT_NAMED = { argument: '', rule: 'isObject', message: 'argument must have a name and a value, both strings' };

function asObject(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
}

/** One completion while it runs. */
export class CompletionRequest extends PromptRequest {
  arguments: object = {};

  override get subject(): string {
    return this.asked === undefined ? 'The completion' : super.subject;
  }
}

/**
 * Answers a completion from what the prompt has for the argument.
 * @throws {OutputFault} when that gives no suggestions
 */
export async function completeArgument(
  { type, arguments: plan, completers }: Definition,
  { argument, value, given }: Typed,
  request: CompletionRequest,
): Promise<CompleteResult> {
  request.arguments = plan.readPartly(given);
  const arg = plan.get(argument);
  const method = completers.get(argument);
  let source = arg?.completer ?? [];
  if (method !== undefined) {
    request.step = 'construct';
    const made = request.resolver(type, request);
    source = methodOf(isPending(made) ? await request.within(made) : made, method);
  }
  request.step = 'complete';
  const found = typeof source === 'function' ? source(value, request) : source;
  return { completion: toResult(arg, value, isPending(found) ? await request.within(found) : found) };
}

function methodOf(prompt: object, method: string | symbol): Completer {
  const completers = prompt as Readonly<Record<string | symbol, Completer>>;
  return (typed, context) => completers[method]?.(typed, context) ?? [];
}

function toResult(arg: ArgDefinition | undefined, typed: string, given: unknown): CompleteResult['completion'] {
  const suggestions = toSuggestions(given);
  if (!(arg?.type instanceof ListType)) return toCompletion(typed, suggestions);
  // Of a list, its last item is what is being typed.
  const start = typed.lastIndexOf(',') + 1;
  const { values, ...rest } = toCompletion(typed.slice(start).trimStart(), suggestions);
  return { values: values.map((value) => typed.slice(0, start) + value), ...rest };
}

function toSuggestions(given: unknown): Suggestions {
  const values = Array.isArray(given) ? given : asObject(given)['values'];
  if (Array.isArray(values) && values.every((value) => typeof value === 'string')) return given as Suggestions;
  const problem =
    'completed an argument with something other than an array of strings, or an object with such `values`';
  throw explained(new OutputFault(problem), given);
}
