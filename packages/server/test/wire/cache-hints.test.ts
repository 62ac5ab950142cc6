import { Arg, defineResource, Runtime } from '@cuecard/core';
import { createHandler } from '@cuecard/server';
import { expect, test } from '@jest/globals';
import { envelope } from './support/modern.ts';

test('HttpHandler sends no cache hints with a question to the user', async () => {
  class Answer {
    @Arg() why!: string;
  }
  const page = defineResource({
    name: 'page',
    uri: 'page:///1',
    read: async (_, context) => (await context.ask(Answer, 'Read it?')).why,
  });
  const handler = createHandler(new Runtime({ resources: [page] }), { name: 'x', version: '1.0.0' });
  const response = await handler.fetch(
    new Request('http://localhost/mcp', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': '2026-07-28',
        'mcp-method': 'resources/read',
        'mcp-name': 'page:///1',
      },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'resources/read',
        params: { uri: 'page:///1', _meta: envelope() },
      }),
    }),
  );
  const { result } = (await response.json()) as { result: object };
  await handler.close();
  expect(Object.keys(result).toSorted()).toEqual(['_meta', 'inputRequests', 'requestState', 'resultType']);
});
