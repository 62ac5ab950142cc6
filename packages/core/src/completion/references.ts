import type { Catalogue } from '../catalogue/catalogue.js';
import type { Operation } from '../engine/operation.js';
import { toCompletion } from '../output/answer-shapes.js';
import { isRecord } from '../output/shape.js';
import type { CompleteParams, CompleteResult } from '../protocol.js';
import type { Request, Target } from '../request/request.js';
import type { ServedReaders } from '../resource/served-readers.js';
import { completeArgument } from './completion.js';

/** The references that a completion request can contain. */
interface Referable {
  readonly prompts: Catalogue;
  readonly readers: ServedReaders;
}

/** The target of a completion request: the referenced definition, if the reference has a name. */
export function completionTarget(params: CompleteParams | undefined, { prompts, readers }: Referable): Target {
  const ref = refOf(params);
  if (refersToTemplate(params)) return readers.templateTarget(ref['uri']);
  const target = prompts.target(ref['type'] === 'ref/prompt' ? ref['name'] : undefined);
  return { ...target, subjectOf: (name) => (name === undefined ? 'The completion' : target.subjectOf(name)) };
}

/** Completes arguments of prompts, and variables of resource templates of the given readers. */
export function completionOf(readers: ServedReaders): Operation<CompleteParams, CompleteResult> {
  const find = (params: CompleteParams, request: Request) =>
    refersToTemplate(params) ? readers.complete(params, request) : completeArgument(params, request);
  return {
    method: 'completion/complete',
    answer: (params, request) => request.after(find(params, request), (answer) => checked(answer, request, SOURCE)),
    recheck: checked,
  };
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
