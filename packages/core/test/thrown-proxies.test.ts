import { describe, expect, test } from '@jest/globals';
import {
  Arg,
  definePrompt,
  type RequestContext,
  RequestError,
  Runtime,
  ResourceReader,
  InvalidCursorError,
  NotFoundError,
} from '@cuecard/core';

const trap = () => {
  throw new Error('secret of the trap');
};
const traps = { getPrototypeOf: trap, get: trap, has: trap, ownKeys: trap, getOwnPropertyDescriptor: trap };

function revoked(target: object): object {
  const { proxy, revoke } = Proxy.revocable(target, {});
  revoke();
  return proxy;
}

class Question {
  @Arg() what!: string;
}

const THROWN: [string, () => unknown][] = [
  ['a proxy that throws on access', () => new Proxy({}, traps)],
  ['a function proxy that throws on access', () => new Proxy(() => {}, traps)],
  ['an Error proxy that throws on access', () => new Proxy(new Error('secret'), traps)],
  ['a RequestError proxy that throws on reads', () => new Proxy(new RequestError('secret'), { get: trap })],
  [
    'a RequestError whose prototype throws on access',
    () => Object.setPrototypeOf(new RequestError('secret'), new Proxy({}, traps)),
  ],
  ['a revoked proxy of a RequestError', () => revoked(new RequestError('secret'))],
];

const logger = { error() {}, warn() {} };
const internal = { message: 'Internal error', code: -32603, data: { id: expect.stringMatching(/^[0-9a-f-]{36}$/) } };
const seen = (answer: Promise<unknown>) =>
  answer.catch((error: unknown) => {
    if (!(error instanceof RequestError)) return 'something else';
    const { message, code, data } = error;
    return { message, code, data };
  });

describe('Runtime.prompts', () => {
  test.each(THROWN)('returns an error if a prompt, interceptor or client throws %s', async (_, make) => {
    const render = () => {
      throw make();
    };
    const late = async () => render();
    const asking = async (__: object, context: RequestContext) => String(await context.ask(Question, 'What?'));
    const prompts = [
      definePrompt({ name: 'now', render }),
      definePrompt({ name: 'late', render: late }),
      definePrompt({ name: 'asking', render: asking }),
    ];
    const elicit = late;
    const runtime = new Runtime({ prompts, logger });
    const guarded = new Runtime({ prompts, logger, interceptors: [(__, next) => next()] });
    const broken = new Runtime({ prompts, logger, interceptors: [render] });
    expect(await seen(runtime.prompts.get({ name: 'now' }))).toEqual(internal);
    expect(await seen(runtime.prompts.get({ name: 'late' }))).toEqual(internal);
    expect(await seen(runtime.prompts.get({ name: 'asking' }, { elicit }))).toMatchObject({
      message: 'Prompt "asking" needs more input, but the client failed to ask the user: what is required',
    });
    expect(await seen(guarded.prompts.get({ name: 'now' }))).toEqual(internal);
    expect(await seen(broken.prompts.get({ name: 'now' }))).toEqual(internal);
    expect(await seen(broken.prompts.list())).toEqual(internal);
  });
});

describe('Runtime.resources.read', () => {
  test.each(THROWN)('returns an internal error if a reader throws %s', async (_, make) => {
    class Broken extends ResourceReader {
      override async read(): Promise<never> {
        throw make();
      }
    }

    const { resources } = new Runtime({ prompts: [], resources: new Broken(), logger });
    expect(await seen(resources?.read({ uri: 'a:b' }) ?? Promise.resolve())).toEqual(internal);
  });
});

describe('instanceof RequestError', () => {
  test('accepts only constructed errors, not proxies or objects with the prototype', () => {
    const unknown = new NotFoundError('prompt', 'a');
    expect(unknown instanceof RequestError && unknown instanceof NotFoundError).toBe(true);
    expect(new RequestError('a') instanceof NotFoundError || unknown instanceof InvalidCursorError).toBe(false);
    expect(Object.create(RequestError.prototype) instanceof RequestError).toBe(false);
    for (const [, make] of THROWN) expect(make() instanceof RequestError).toBe(false);
  });
});
