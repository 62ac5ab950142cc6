import { PromptRuntime } from '@cuecard/core';
import { createHandler, serveHttp, serveStdio } from '@cuecard/mcp-server';
import { expect, test } from '@jest/globals';
import { testLimits } from '../../mcp-sdk/test/support/limits-behaviour.ts';
import { headers } from '../../mcp-sdk/test/support/raw.ts';
import { ask, headersOf, messageOf } from './support/modern.ts';

testLimits({ createHandler, serveHttp, serveStdio });

test('clients that listen to changes are none of maxRequests', async () => {
  const server = await serveHttp(new PromptRuntime({ prompts: [] }), {
    name: 'x',
    version: '1',
    port: 0,
    maxRequests: 1,
  });
  const leaving = new AbortController();
  const listen = { method: 'subscriptions/listen', params: { notifications: { promptsListChanged: true } } };
  const stream = await fetch(server.url, {
    method: 'POST',
    headers: { ...headers, ...headersOf(listen) },
    body: JSON.stringify(messageOf(listen)),
    signal: leaving.signal,
  });
  const { status } = await ask(server.url, { method: 'prompts/list' });
  expect([stream.status, stream.headers.get('content-type'), status]).toEqual([200, 'text/event-stream', 200]);
  leaving.abort();
  await server.close();
});

test.each([
  ['maxSubscriptions', Number.NaN, 'from 0 on, or Infinity for no limit'],
  ['maxSubscriptions', -1, 'from 0 on, or Infinity for no limit'],
  ['stateTtlMs', 0, 'from 1 on'],
  ['stateTtlMs', Infinity, 'from 1 on'],
])('a %s of %d is refused at once', (name, given, range) => {
  const options = { name: 'x', version: '1', [name]: given };
  expect(() => createHandler(new PromptRuntime({ prompts: [] }), options)).toThrow(
    new RangeError(`${name} is ${given}: use a whole number ${range}`),
  );
});
