import type { Catalogue } from '../catalogue/catalogue.js';
import type { Operation } from '../engine/operation.js';
import { toCompletion } from '../output/answer-shapes.js';
import type { CompleteParams, CompleteResult } from '../protocol.js';
import { memberOf } from '../request/params.js';
import type { Target } from '../request/request.js';
import type { ServedReaders } from '../resource/served-readers.js';
import { completeArgument } from './completion.js';

/** The references that a completion request can contain. */
interface Referable {
  readonly prompts: Catalogue;
  readonly readers: ServedReaders;
}

/** The target of a completion request: the referenced definition, if the reference has a name. */
export function completionTarget(params: CompleteParams | undefined, { prompts, readers }: Referable): Target {
  const ref = memberOf(params, 'ref');
  if (memberOf(ref, 'type') === 'ref/resource' && readers.isOffered)
    return readers.templateTarget(memberOf(ref, 'uri'));
  const target = prompts.target(memberOf(ref, 'type') === 'ref/prompt' ? memberOf(ref, 'name') : undefined);
  return { ...target, subjectOf: (name) => (name === undefined ? 'The completion' : target.subjectOf(name)) };
}

/** Completes arguments of prompts, and variables of resource templates of the given readers. */
export function completionOf(readers: ServedReaders): Operation<CompleteParams, CompleteResult> {
  return {
    method: 'completion/complete',
    answer: (params, request) =>
      readers.isOffered && memberOf(memberOf(params, 'ref'), 'type') === 'ref/resource'
        ? readers.complete(params, request)
        : completeArgument(params, request),
    recheck: toCompletion,
  };
}
