import type { Catalogue } from '../catalogue/catalogue.js';
import type { Operation } from '../engine/operation.js';
import { toCompletion } from '../output/answer-shapes.js';
import { isRecord } from '../output/shape.js';
import type { CompleteParams, CompleteResult } from '../protocol.js';
import type { Target } from '../request/request.js';
import type { ServedReaders } from '../resource/served-readers.js';
import { completeArgument } from './completion.js';

/** The target of a completion request: the referenced prompt, if it has a name. */
export function completionTarget(params: CompleteParams | undefined, prompts: Catalogue): Target {
  const ref: unknown = params?.ref;
  const target = prompts.target(isRecord(ref) && ref['type'] === 'ref/prompt' ? ref['name'] : undefined);
  return { ...target, subjectOf: (name) => (name === undefined ? 'The completion' : target.subjectOf(name)) };
}

/** Completes arguments of prompts, and variables of resource templates of the given readers. */
export function completionOf(readers: ServedReaders): Operation<CompleteParams, CompleteResult> {
  return {
    method: 'completion/complete',
    answer: (params, request) =>
      readers.isOffered && params?.ref?.type === 'ref/resource'
        ? readers.complete(params, request)
        : completeArgument(params, request),
    recheck: toCompletion,
  };
}
