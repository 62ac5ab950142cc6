import type { Catalogue } from '../catalogue/catalogue.js';
import type { Operation } from '../engine/operation.js';
import { toCompletion } from '../output/answer-shapes.js';
import { isRecord } from '../output/shape.js';
import type { CompleteParams, CompleteResult } from '../protocol.js';
import type { Request, Target } from '../request/request.js';
import type { ServedReaders } from '../resource/served-readers.js';
import { completeArgument } from './completion.js';

/** The request for a completion: of what it refers to, as long as that has a name. */
export function completionTarget(params: CompleteParams | undefined, prompts: Catalogue): Target {
  const ref: unknown = params?.ref;
  const target = prompts.target(isRecord(ref) && ref['type'] === 'ref/prompt' ? ref['name'] : undefined);
  return { ...target, subjectOf: (name) => (name === undefined ? 'The completion' : target.subjectOf(name)) };
}

/** Completes arguments of prompts, and variables of the templates of these readers. */
export function completionOf(readers: ServedReaders): Operation<CompleteParams, CompleteResult> {
  const find = (params: CompleteParams, request: Request) =>
    params?.ref?.type === 'ref/resource' ? readers.complete(params, request) : completeArgument(params, request);
  return {
    method: 'completion/complete',
    answer: (params, request) => request.after(find(params, request), (answer) => checked(answer, request, SOURCE)),
    recheck: checked,
  };
}

const SOURCE = 'completed an argument with an answer';

function checked(answer: unknown, { services }: Request, source?: string): CompleteResult {
  return toCompletion(answer, services.limits, source);
}
