import { Arg, Prompt, type PromptHandler, type RequestContext } from '@cuecard/core';
import { fakeContext, renderPrompt } from '@cuecard/testing';
import { expect, test } from '@jest/globals';

class City {
  @Arg({ description: 'Where to' })
  city!: string;
}

@Prompt({ name: 'trip' })
class Trip implements PromptHandler {
  async render(_: object, context: RequestContext) {
    const from = await context.ask(City, 'From where?');
    const to = await context.ask(City, 'Where to?');
    return `${from.city} to ${to.city}`;
  }
}

const textOf = async (context: ReturnType<typeof fakeContext>) => {
  const { messages } = await renderPrompt(Trip, {}, { context });
  return messages.map(({ content }) => content);
};

test('fakeContext passes the caller, the client and the other options to the handler', async () => {
  const seen: unknown[] = [];
  @Prompt()
  class Curious implements PromptHandler {
    render(_: object, { auth, client, meta, requestId, sessionId }: RequestContext) {
      seen.push({ auth, client, meta, requestId, sessionId });
      return '';
    }
  }
  const given = { meta: { traceparent: '00' }, requestId: 7, sessionId: 's' };
  await renderPrompt(
    Curious,
    {},
    { context: fakeContext({ ...given, auth: { scopes: ['a'] }, client: { name: 'x' } }) },
  );
  await renderPrompt(Curious, {}, { context: fakeContext() });
  expect(seen).toEqual([
    { ...given, auth: { principal: 'tester', scopes: ['a'] }, client: { revision: '2025-11-25', name: 'x' } },
    { auth: undefined, client: undefined, meta: {}, requestId: undefined, sessionId: undefined },
  ]);
});

test('fakeContext answers elicitations in order, and records each elicitation', async () => {
  const context = fakeContext({ answers: [{ city: 'Bern' }, { city: 'Rome' }] });
  expect(await textOf(context)).toEqual([{ type: 'text', text: 'Bern to Rome' }]);
  const requestedSchema = {
    type: 'object',
    properties: { city: { type: 'string', description: 'Where to' } },
    required: ['city'],
  };
  expect(context.questions).toEqual([
    { name: 'city', message: 'From where?', requestedSchema },
    { name: 'city', message: 'Where to?', requestedSchema },
  ]);
});

test('fakeContext answers elicitations with a function', async () => {
  const answers = ({ message }: { readonly message: string }) => ({ city: message === 'Where to?' ? 'Rome' : 'Bern' });
  expect(await textOf(fakeContext({ answers }))).toEqual([{ type: 'text', text: 'Bern to Rome' }]);
});

test.each([
  ['decline', 'the user declined to give it'],
  ['cancel', 'the user closed the form'],
] as const)('RequestContext.ask rejects if the configured answer is %s', async (answer, reason) => {
  await expect(textOf(fakeContext({ answers: [answer] }))).rejects.toThrow(reason);
});

test('fakeContext names the elicitation that has no answer', async () => {
  const asked = textOf(fakeContext({ answers: [{ city: 'Bern' }] }));
  await expect(asked).rejects.toThrow(
    'Elicitation 2 ("city") has no answer: add one to `answers`. Its message is: Where to?',
  );
});

test('fakeContext rejects elicitations if the client does not show forms', async () => {
  const answers = [{ city: 'Bern' }, { city: 'Rome' }];
  await expect(textOf(fakeContext())).rejects.toThrow('this client does not support elicitation');
  const context = fakeContext({ client: { capabilities: {} }, answers });
  await expect(textOf(context)).rejects.toThrow('this client does not support elicitation');
  expect(await textOf(fakeContext({ client: { name: 'x' }, answers }))).toHaveLength(1);
});

test('fakeContext records progress and log messages', async () => {
  @Prompt()
  class Busy implements PromptHandler {
    render(_: object, context: RequestContext) {
      context.progress(1, 2, 'half');
      context.log('warning', 'careful', { at: 1 });
      context.log('debug', 'fine');
      return '';
    }
  }
  const context = fakeContext();
  await renderPrompt(Busy, {}, { context, logger: { error() {}, warn() {} } });
  expect([context.progressReports, context.logLines]).toStrictEqual([
    [{ progress: 1, total: 2, message: 'half' }],
    [
      { level: 'warning', message: 'careful', data: { at: 1 } },
      { level: 'debug', message: 'fine' },
    ],
  ]);
});

test('fakeContext.abort rejects the call with the reason, and aborts its signal', async () => {
  let signal: AbortSignal | undefined;
  @Prompt()
  class Endless implements PromptHandler {
    render(_: object, context: RequestContext) {
      ({ signal } = context);
      return new Promise<string>(() => {});
    }
  }
  const context = fakeContext();
  const call = renderPrompt(Endless, {}, { context });
  context.abort('enough');
  await expect(call).rejects.toBe('enough');
  expect(signal?.aborted).toBe(true);
});
