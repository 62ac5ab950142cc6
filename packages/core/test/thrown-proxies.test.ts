import { expect, test } from '@jest/globals';
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
  ['nothing that can be looked at', () => new Proxy({}, traps)],
  ['a function that cannot be looked at', () => new Proxy(() => {}, traps)],
  ['an error that cannot be looked at', () => new Proxy(new Error('secret'), traps)],
  ['an error for clients that cannot be read', () => new Proxy(new RequestError('secret'), { get: trap })],
  [
    'an error whose prototype cannot be looked at',
    () => Object.setPrototypeOf(new RequestError('secret'), new Proxy({}, traps)),
  ],
  ['an error that has been revoked', () => revoked(new RequestError('secret'))],
];

const logger = { error() {}, warn() {} };
const internal = { message: 'Internal error', code: -32603, data: { id: expect.stringMatching(/^[0-9a-f-]{36}$/) } };
const seen = (answer: Promise<unknown>) =>
  answer.catch((error: unknown) => {
    if (!(error instanceof RequestError)) return 'something else';
    const { message, code, data } = error;
    return { message, code, data };
  });

test.each(THROWN)('a prompt that throws %s has failed', async (_, make) => {
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
    message: 'Prompt "asking" needs more input, and the client failed to ask for it: what is required',
  });
  expect(await seen(guarded.prompts.get({ name: 'now' }))).toEqual(internal);
  expect(await seen(broken.prompts.get({ name: 'now' }))).toEqual(internal);
  expect(await seen(broken.prompts.list())).toEqual(internal);
});

test.each(THROWN)('a reader of resources that throws %s has failed', async (_, make) => {
  class Broken extends ResourceReader {
    override async read(): Promise<never> {
      throw make();
    }
  }

  const { resources } = new Runtime({ prompts: [], resources: new Broken(), logger });
  expect(await seen(resources?.read({ uri: 'a:b' }) ?? Promise.resolve())).toEqual(internal);
});

test('what is an error of ours is told by what it is, and not by what it says of itself', () => {
  const unknown = new NotFoundError('prompt', 'a');
  expect(unknown instanceof RequestError && unknown instanceof NotFoundError).toBe(true);
  expect(new RequestError('a') instanceof NotFoundError || unknown instanceof InvalidCursorError).toBe(false);
  expect(Object.create(RequestError.prototype) instanceof RequestError).toBe(false);
  for (const [, make] of THROWN) expect(make() instanceof RequestError).toBe(false);
});
