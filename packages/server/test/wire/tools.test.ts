import {
  Arg,
  Field,
  Prompt,
  type PromptHandler,
  Registry,
  type RequestContext,
  RequestError,
  Runtime,
  Tool,
  type ToolHandler,
} from '@cuecard/core';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { serveHttp } from '@cuecard/server';
import { describe, expect, test } from '@jest/globals';
import { IsInt, Max } from 'class-validator';
import { inProcess } from './support/in-process.ts';
import { initialize, openAskable, post } from './support/raw.ts';
import { closables } from '../support/closables.ts';

const identity = { name: 'till', version: '1.0.0' };

class OrderArgs {
  @Arg({ description: 'What to order' })
  item!: string;

  @Arg()
  @IsInt()
  @Max(9)
  count = 1;
}

class Order {
  @Field({ description: 'The number of the order' })
  id!: number;

  @Field()
  item!: string;

  @Field()
  count!: number;
}

@Tool({ description: 'Orders something', args: OrderArgs, output: Order, annotations: { destructiveHint: false } })
class PlaceOrder implements ToolHandler<OrderArgs, Order> {
  call = ({ item, count }: OrderArgs) => {
    if (item === 'gold') throw new RequestError('There is no gold left', { code: 50 });
    if (item === 'lead') throw new Error('The secret of the till');
    return { id: 7, item, count };
  };
}

class Confirmation {
  @Arg({ description: 'Whether to do it' })
  sure!: boolean;
}

@Tool({ name: 'cancel_all' })
class CancelAll implements ToolHandler {
  async call(_: object, context: RequestContext) {
    const { sure } = await context.ask(Confirmation, 'Cancel every order?');
    return sure ? 'Cancelled' : 'Kept';
  }
}

@Tool({ name: 'audit', scopes: ['audit'] })
class Audit implements ToolHandler {
  call = () => 'audited';
}

@Prompt()
class Greet implements PromptHandler {
  render = () => 'hello';
}

const silent = { error() {}, warn() {}, info() {}, debug() {} };
const runtimeOf = () => new Runtime({ prompts: [Greet], tools: [PlaceOrder, CancelAll, Audit], logger: silent });

const open = closables();

describe.each([
  ['2025-11-25', 'legacy'],
  ['2026-07-28', 'auto'],
] as const)('The official client, in %s', (_revision, mode) => {
  async function meet(answers: object = {}) {
    const server = await serveHttp(runtimeOf(), { ...identity, port: 0 });
    const options = { capabilities: { elicitation: {} }, versionNegotiation: { mode } };
    const client = new Client({ name: 'shopper', version: '1' }, options);
    client.setRequestHandler('elicitation/create', async () => ({
      action: 'accept' as const,
      content: answers as never,
    }));
    await client.connect(new StreamableHTTPClientTransport(new URL(server.url)));
    open.push(client, server);
    const call = async (name: string, args: object = {}) => {
      const { _meta, ...result } = await client.callTool({ name, arguments: { ...args } });
      return { result, meta: _meta };
    };
    return { client, call };
  }

  test('lists a tool with its schemas, but not a hidden tool', async () => {
    const { client } = await meet();
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(['cancel_all', 'place_order']);
    expect(tools[1]).toEqual({
      name: 'place_order',
      description: 'Orders something',
      annotations: { destructiveHint: false },
      inputSchema: {
        $schema: 'https://json-schema.org/draft/2020-12/schema',
        type: 'object',
        properties: {
          item: { type: 'string', description: 'What to order' },
          count: { type: 'integer', maximum: 9, default: 1 },
        },
        required: ['item'],
        additionalProperties: false,
      },
      outputSchema: {
        $schema: 'https://json-schema.org/draft/2020-12/schema',
        type: 'object',
        properties: {
          id: { type: 'number', description: 'The number of the order' },
          item: { type: 'string' },
          count: { type: 'number' },
        },
        required: ['id', 'item', 'count'],
        additionalProperties: false,
      },
    });
    expect(client.getServerCapabilities()?.tools).toEqual({ listChanged: true });
  });

  test('receives structured content, even for a number sent as a string', async () => {
    const { call } = await meet();
    const given = { id: 7, item: 'tea', count: 3 };
    expect((await call('place_order', { item: 'tea', count: '3' })).result).toEqual({
      content: [{ type: 'text', text: JSON.stringify(given) }],
      structuredContent: given,
    });
  });

  test('receives all faults of the arguments', async () => {
    const { call } = await meet();
    const { result, meta } = await call('place_order', { count: 12, colour: 'red' });
    const text = [
      'Invalid arguments for tool "place_order". Fix them and call it again:',
      '- item is required',
      '- count must not be greater than 9',
      '- colour is not a known argument',
    ].join('\n');
    expect(result).toEqual({ content: [{ type: 'text', text }], isError: true });
    expect(meta).toMatchObject({ 'dev.cuecard/error': { code: -32602, data: { tool: 'place_order' } } });
  });

  test('receives a RequestError, but only a log id for other errors', async () => {
    const { call } = await meet();
    const failed = (text: unknown) => ({ content: [{ type: 'text', text }], isError: true });
    expect((await call('place_order', { item: 'gold' })).result).toEqual(failed('There is no gold left'));
    const { result } = await call('place_order', { item: 'lead' });
    expect(result).toEqual(failed(expect.stringMatching(/^Internal error \(\S+\)$/)));
  });

  test('receives a protocol error for an unknown or hidden tool', async () => {
    const { call } = await meet();
    await expect(call('place_ordr')).rejects.toMatchObject({
      code: -32602,
      message: expect.stringContaining('Unknown tool "place_ordr"; did you mean "place_order"?') as unknown,
    });
    await expect(call('audit')).rejects.toMatchObject({
      code: -32602,
      message: expect.stringContaining('Unknown tool "audit"') as unknown,
    });
  });

  test('shows a form when a tool asks the user', async () => {
    const [yes, no] = [await meet({ sure: true }), await meet({ sure: false })];
    const told = async ({ call }: typeof yes) => (await call('cancel_all')).result.content;
    expect([await told(yes), await told(no)]).toEqual([
      [{ type: 'text', text: 'Cancelled' }],
      [{ type: 'text', text: 'Kept' }],
    ]);
  });
});

describe('Server with tools', () => {
  test('answers a request for a task without a task', async () => {
    const server = await serveHttp(runtimeOf(), { ...identity, port: 0 });
    open.push(server);
    const session = await openAskable(server.url, '2025-11-25');
    const params = { name: 'place_order', arguments: { item: 'tea' }, task: { ttl: 60_000 } };
    const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params };
    const { body } = await post(server.url, JSON.stringify(message), session);
    expect([body].flat()).toMatchObject([{ id: 1, result: { structuredContent: { id: 7, item: 'tea', count: 1 } } }]);
  });

  test('calls tools over stdio, and notifies the client of a changed list', async () => {
    const runtime = runtimeOf();
    const { lines, close } = await inProcess(runtime);
    open.push({ close });
    await lines.ask(JSON.stringify(initialize('2025-11-25')));
    lines.write(JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' }));
    const params = { name: 'place_order', arguments: { item: 'tea' } };
    expect(await lines.ask(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }))).toMatchObject({
      result: { structuredContent: { id: 7, item: 'tea', count: 1 } },
    });
    const before = lines.received.length;
    runtime.replace(new Registry([Greet, CancelAll, Audit]));
    const told = await lines.until(before + 1);
    expect(told.slice(before)).toEqual([{ jsonrpc: '2.0', method: 'notifications/tools/list_changed' }]);
    const listed = await lines.ask(JSON.stringify({ jsonrpc: '2.0', id: 2, method: 'tools/list' }));
    expect(listed).toMatchObject({ result: { tools: [{ name: 'cancel_all' }] } });
  });
});
