import { Arg, Prompt, type PromptHandler, Runtime, Tool, type ToolHandler } from '@cuecard/core';
import { bindRuntime } from '@cuecard/mcp-sdk/v2';
import { createMcpHandler, Server } from '@modelcontextprotocol/server';
import { describe, expect, test } from '@jest/globals';
import { closables } from '../../../server/test/support/closables.ts';
import { type Asked, headersOf, messageOf, outcome, serverInfo } from '../../../server/test/wire/support/modern.ts';
import { headers, type Json } from '../../../server/test/wire/support/raw.ts';

class QueryArgs {
  @Arg({ header: 'Region' })
  region!: string;
}
@Tool({ args: QueryArgs })
class RunQuery implements ToolHandler<QueryArgs> {
  call = ({ region }: QueryArgs) => region;
}
@Prompt()
class Greeting implements PromptHandler {
  render = () => 'hello';
}

const open = closables();

/** Sends requests of 2026-07-28 to servers of the SDK, which are bound to a runtime. */
function fetchFrom(runtime: Runtime) {
  const handler = createMcpHandler(() => {
    const server = new Server({ name: 'own', version: '1' });
    server.onclose = bindRuntime(server, runtime);
    return server;
  });
  open.push(handler);
  return async (asked: Asked, more: Record<string, string> = {}): Promise<{ status: number; body: Json }> => {
    const response = await handler.fetch(
      new Request('http://localhost/mcp', {
        method: 'POST',
        headers: { ...headers, ...headersOf(asked), ...more },
        body: JSON.stringify(messageOf(asked)),
      }),
    );
    return { status: response.status, body: await response.json() };
  };
}

describe('createMcpHandler with bindRuntime', () => {
  test('serves a runtime', async () => {
    const send = fetchFrom(new Runtime({ prompts: [Greeting] }));
    const { body } = await send({ method: 'prompts/get', params: { name: 'greeting' } });
    const messages = [{ role: 'user', content: { type: 'text', text: 'hello' } }];
    expect(body).toMatchObject({
      result: { resultType: 'complete', messages, _meta: { [serverInfo]: { name: 'own' } } },
    });
  });

  test.each(['tools/list', 'x/y'])(
    'returns method not found for %s if the runtime has prompts only',
    async (method) => {
      const answer = await fetchFrom(new Runtime({ prompts: [] }))({ method });
      expect([answer.status, outcome(answer)]).toMatchObject([404, { code: -32601 }]);
    },
  );

  test('rejects arguments that differ from their headers', async () => {
    const send = fetchFrom(new Runtime({ tools: [RunQuery] }));
    const query = { method: 'tools/call', params: { name: 'run_query', arguments: { region: 'eu' } } };
    const answers = [await send(query, { 'mcp-param-region': 'eu' }), await send(query, { 'mcp-param-region': 'us' })];
    const fault = 'the header mcp-param-region differs from the body';
    expect(answers.map((answer) => [answer.status, outcome(answer)])).toEqual([
      [200, { resultType: 'complete', content: [{ type: 'text', text: 'eu' }] }],
      // The SDK alone chooses the HTTP status.
      [200, { code: -32020, message: `Bad Request: the request headers and body disagree: ${fault}` }],
    ]);
  });
});

describe('bindRuntime', () => {
  test('rejects a short key', () => {
    const bind = () =>
      bindRuntime(new Server({ name: 'own', version: '1' }), new Runtime({ prompts: [] }), {
        stateKeys: ['k'.repeat(32), 'short'],
      });
    const remedy = 'use at least 32, such as randomBytes(32)';
    expect(bind).toThrow(new RangeError(`stateKeys[1] has 5 bytes: ${remedy}`));
  });
});
