import type { Catalogue } from '../catalogue/catalogue.js';
import type { Operation } from '../engine/operation.js';
import { toCompletion } from '../output/answer-shapes.js';
import { isRecord } from '../output/shape.js';
import type { CompleteParams, CompleteResult } from '../protocol.js';
import type { Request, Target } from '../request/request.js';
import { completeVariable } from '../resource/resource-completion.js';
import type { ServedResources } from '../resource/served-resources.js';
import type { Awaitable } from '../types.js';
import { completeArgument } from './completion.js';

/** The references that a completion request can contain. */
interface Referable {
  readonly prompts: Catalogue;
  readonly resources: ServedResources;
}

/** The target of a completion request: the referenced definition, if the reference has a name. */
export function completionTarget(params: CompleteParams | undefined, { prompts, resources }: Referable): Target {
  const ref = refOf(params);
  if (refersToTemplate(params)) return resources.templateTarget(ref['uri']);
  const target = prompts.target(ref['type'] === 'ref/prompt' ? ref['name'] : undefined);
  return { ...target, subjectOf: (name) => (name === undefined ? 'The completion' : target.subjectOf(name)) };
}

/** Completes arguments of definitions, and variables of readers' templates. */
export const COMPLETION: Operation<CompleteParams, CompleteResult> = {
  method: 'completion/complete',
  answer: (params, request) => request.after(completed(params, request), (answer) => checked(answer, request, SOURCE)),
  recheck: checked,
};

function completed(params: CompleteParams, request: Request): Awaitable<CompleteResult> {
  const isOfClass = request.definition !== undefined && request.definition.instance === undefined;
  const isVariable = refersToTemplate(params) && !isOfClass;
  return isVariable ? completeVariable(params, request) : completeArgument(params, request);
}

function refersToTemplate(params: CompleteParams | undefined): boolean {
  return refOf(params)['type'] === 'ref/resource';
}

function refOf(params: CompleteParams | undefined): Readonly<Record<string, unknown>> {
  const ref: unknown = params?.ref;
  return isRecord(ref) ? ref : {};
}

const SOURCE = 'completed an argument with an answer';

function checked(answer: unknown, { services }: Request, source?: string): CompleteResult {
  return toCompletion(answer, services.limits, source);
}
