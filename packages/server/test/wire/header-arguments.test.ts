import { PassThrough } from 'node:stream';
import { Arg, Runtime, Tool, type ToolHandler } from '@cuecard/core';
import { serveHttp, serveStdio } from '@cuecard/server';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { describe, expect, test } from '@jest/globals';
import { IsInt, IsOptional } from 'class-validator';
import { ask, type Asked, messageOf, outcome } from './support/modern.ts';
import { type Answer, Lines, openAskable, post } from './support/raw.ts';
import { closables } from '../support/closables.ts';

const open = closables();
const identity = { name: 'router', version: '1.0.0' };

function queries(): Runtime {
  class Query {
    @Arg({ header: 'Region' })
    region!: string;

    @Arg({ header: 'Limit' })
    @IsInt()
    @IsOptional()
    limit?: number;
  }
  @Tool({ args: Query })
  class RunQuery implements ToolHandler<Query> {
    call = ({ region, limit }: Query) => `${region} ${limit}`;
  }
  @Tool({ name: 'plain', args: Query })
  class Plain implements ToolHandler<Query> {
    call = () => 'plain';
  }
  return new Runtime({ tools: [RunQuery, Plain] });
}

const first = (answer: Answer): Answer => ({
  ...answer,
  body: Array.isArray(answer.body) ? answer.body[0] : answer.body,
});
const query = (args: object): Asked => ({
  method: 'tools/call',
  params: { name: 'run_query', arguments: { ...args } },
});
const said = (text: string) => ({ resultType: 'complete', content: [{ type: 'text', text }] });
const refused = (fault: string) => ({
  code: -32020,
  message: `Bad Request: the request headers and body disagree: the header mcp-param-region ${fault}`,
});

describe.each([
  ['in documents', {}],
  ['in streams', { responseMode: 'sse' as const }],
])('tools/call with headers for arguments, %s', (_, options) => {
  const serve = async () => {
    const server = await serveHttp(queries(), { ...identity, port: 0, ...options });
    open.push(server);
    return server.url;
  };

  test('accepts matching headers, and rejects others with 400', async () => {
    const url = await serve();
    const answers = [
      await ask(url, query({ region: 'eu' }), { 'mcp-param-region': 'eu' }),
      await ask(url, query({ region: 'eu', limit: 5 }), {
        'Mcp-Param-Region': '=?base64?ZXU=?=',
        'Mcp-Param-Limit': '5.0',
      }),
      await ask(url, query({ region: 'eu' })),
      await ask(url, query({ region: 'eu' }), { 'mcp-param-region': 'us' }),
      await ask(url, query({ region: 'gr\xFCn' }), { 'mcp-param-region': 'gr\xFCn' }),
    ];
    expect(answers.map((answer) => [answer.status, outcome(first(answer))])).toEqual([
      [200, said('eu undefined')],
      [200, said('eu 5')],
      [400, refused('is missing')],
      [400, refused('differs from the body')],
      [400, refused('has characters that must be encoded, or is not valid Base64')],
    ]);
  });

  test('validates the arguments if the headers match', async () => {
    const answer = await ask(await serve(), query({ region: 'eu', limit: 1.5 }), {
      'mcp-param-region': 'eu',
      'mcp-param-limit': '1.5',
    });
    expect([answer.status, outcome(first(answer))]).toMatchObject([200, { isError: true }]);
  });

  test('accepts the headers that the official client sends after tools/list', async () => {
    const client = new Client({ name: 'client', version: '1' }, { versionNegotiation: { mode: 'auto' } });
    await client.connect(new StreamableHTTPClientTransport(new URL(await serve())));
    open.push(client);
    await client.listTools();
    const { content } = await client.callTool({ name: 'run_query', arguments: { region: ' größer\n', limit: 7 } });
    expect(content).toEqual([{ type: 'text', text: ' größer\n 7' }]);
  });

  test('needs no headers in a session of an earlier revision', async () => {
    const url = await serve();
    const session = await openAskable(url, '2025-11-25');
    const message = { jsonrpc: '2.0', id: 2, ...query({ region: 'eu' }) };
    const answer = await post(url, JSON.stringify(message), session);
    expect(first(answer)).toMatchObject({
      status: 200,
      body: { result: { content: [{ type: 'text', text: 'eu undefined' }] } },
    });
  });
});

describe('tools/call with headers for arguments, over stdio', () => {
  test('needs no headers', async () => {
    const [stdin, stdout] = [new PassThrough(), new PassThrough()];
    open.push(await serveStdio(queries(), { ...identity, stdin, stdout }));
    const answer = await new Lines(stdin, stdout).ask(JSON.stringify(messageOf(query({ region: 'eu' }))));
    expect(outcome({ body: answer })).toEqual(said('eu undefined'));
  });
});
