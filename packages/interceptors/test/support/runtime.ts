import { expect } from '@jest/globals';
import {
  ElicitationPendingError,
  Arg,
  type CallOptions,
  Complete,
  definePrompt,
  type InterceptorEntry,
  Prompt,
  type RequestContext,
  type RegistryEntry,
  RequestError,
  type PromptHandler,
  Runtime,
  type RuntimeOptions,
} from '@cuecard/core';

class ReviewArgs {
  @Arg()
  code!: string;
  @Arg({ required: false })
  style?: string;
}

@Prompt({ name: 'review', version: '1.2.0', args: ReviewArgs })
class Review implements PromptHandler<ReviewArgs> {
  render({ code }: ReviewArgs) {
    return `Review ${code}`;
  }
  @Complete('style')
  styles() {
    return ['short', 'strict'];
  }
}

/** Prompts that end in every possible way. */
export const PROMPTS: readonly RegistryEntry[] = [
  Review,
  definePrompt({
    name: 'hang',
    render: (_, { signal }: RequestContext) =>
      new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('given up')))),
  }),
  definePrompt({
    name: 'fail',
    render: () => {
      throw new Error('password=hunter2');
    },
  }),
  definePrompt({
    name: 'ask',
    render: () => {
      throw new ElicitationPendingError();
    },
  }),
  definePrompt({
    name: 'refuse',
    render: () => {
      throw new RequestError('Not on Sundays', { code: 1 });
    },
  }),
];

/** A runtime with these interceptors, and its log. */
export function runtimeWith(
  interceptors: readonly InterceptorEntry[],
  options: Partial<RuntimeOptions> = {},
): { runtime: Runtime; log: [string, unknown][] } {
  const log: [string, unknown][] = [];
  const logger = { error: (message: string, cause: unknown) => void log.push([message, cause]), warn: () => {} };
  return { log, runtime: new Runtime({ prompts: PROMPTS, interceptors, logger, ...options }) };
}

export const review = (code: string) => ({ name: 'review', arguments: { code } });

export const styleOf = (value: string) => ({
  ref: { type: 'ref/prompt' as const, name: 'review' },
  argument: { name: 'style', value },
  context: { arguments: { code: 'secret code' } },
});

export const said = (text: string, role = 'user') => ({ role, content: { type: 'text', text } });

export const alice: CallOptions = { auth: { principal: 'alice', scopes: [] } };
export const bob: CallOptions = { auth: { principal: 'bob', scopes: [] } };

/** The parts of an error that a client sees. */
export const refusal = (answer: Promise<unknown>) =>
  answer.then(
    () => 'no refusal',
    (error: unknown) => {
      const { name, message, code, data } = error as RequestError;
      return { name, message, code, data };
    },
  );

export const internalError: unknown = {
  name: 'InternalError',
  message: 'Internal error',
  code: -32603,
  data: { id: expect.any(String) },
};
