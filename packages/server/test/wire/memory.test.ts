import { getEventListeners } from 'node:events';
import { Arg, Prompt, type PromptHandler, type RequestContext, Runtime } from '@cuecard/core';
import { createHandler } from '@cuecard/server';
import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { closables } from '../support/closables.ts';
import { headers, initialized, initializeWithForms } from './support/raw.ts';
import { BODIES, get, waiting } from './support/abortable-prompt.ts';

const identity = { name: 'x', version: '1' };
const open = closables();
afterEach(() => void jest.useRealTimers());

class Name {
  @Arg()
  name = '';
}

@Prompt()
class Asking implements PromptHandler {
  async render(_: object, context: RequestContext) {
    return (await context.ask(Name, 'Who is there?')).name;
  }
}

const answerTo = ({ id }: { id: unknown }) =>
  JSON.stringify({ jsonrpc: '2.0', id, result: { action: 'accept', content: { name: 'Ada' } } });

/** Returns the decoded chunks of a stream. */
const textsOf = ({ body }: Response) => body?.pipeThrough(new TextDecoderStream()) ?? [];

describe('HttpHandler', () => {
  test.each(BODIES)('removes its abort listener after the response to %s', async (_, body) => {
    const handler = createHandler(new Runtime({ prompts: [waiting] }), { ...identity });
    open.push(handler);
    const request = new Request('http://localhost/', { method: 'POST', headers, body });
    await (await handler.fetch(request)).text();
    expect(getEventListeners(request.signal, 'abort')).toEqual([]);
  });

  test('ends a session sessionIdleTimeoutMs after its user was asked', async () => {
    jest.useFakeTimers();
    const handler = createHandler(new Runtime({ prompts: [Asking] }), { ...identity, sessionIdleTimeoutMs: 60_000 });
    open.push(handler);
    const send = (body: string, more: Record<string, string> = {}) =>
      handler.fetch(new Request('http://localhost/', { method: 'POST', headers: { ...headers, ...more }, body }));
    const hello = await send(JSON.stringify(initializeWithForms('2025-11-25')));
    const client = { 'mcp-session-id': hello.headers.get('mcp-session-id') ?? '' };
    const ping = async () => (await send('{"jsonrpc":"2.0","id":2,"method":"ping"}', client)).status;
    await send(JSON.stringify(initialized), client);
    for await (const text of textsOf(await send(get('asking'), client))) {
      const [, question] = /^data: (.*"elicitation\/create".*)$/m.exec(text) ?? [];
      if (question !== undefined) await send(answerTo(JSON.parse(question) as { id: unknown }), client);
    }
    const before = await ping();
    await jest.advanceTimersByTimeAsync(180_000);
    expect([before, await ping()]).toEqual([200, 404]);
  });
});
