import { definePrompt, Runtime } from '@cuecard/core';
import { type Message, type OpenServer, serveStdioWith } from '@cuecard/transports';
import { describe, expect, test } from '@jest/globals';
import { PassThrough } from 'node:stream';
import { Lines } from '../../mcp-sdk/test/support/raw.ts';
import { PlainServer } from './support/plain-sdk.ts';

const only = definePrompt({ name: 'only', render: () => 'only' });
const initialize = {
  id: 'hello',
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: { roots: {} }, clientInfo: { name: 'x', version: '1' } },
};
const ready = { method: 'notifications/initialized' };
/** Returns a request that the fast path passes to the SDK. */
const unusual = (id: number) => ({ id, method: 'prompts/list', params: { _meta: { progressToken: id } } });

/** Starts a server over stdio, and records the messages that its SDK server receives. */
async function start(make: () => Promise<OpenServer> | OpenServer = () => new PlainServer()) {
  const errors: unknown[] = [];
  const received: { id: Message['id']; method: string | undefined }[] = [];
  const logger = { error: (...args: unknown[]) => errors.push(args), warn() {}, info() {}, debug() {} };
  const open = async () => {
    const server = await make();
    const connect = server.connect.bind(server);
    server.connect = async (wire) => {
      const connected = await connect(wire);
      const receive = connected.receive.bind(connected);
      connected.receive = (message, sender) => {
        received.push({ id: message.id, method: message.method });
        receive(message, sender);
      };
      return connected;
    };
    return server;
  };
  const [stdin, stdout] = [new PassThrough(), new PassThrough()];
  const runtime = new Runtime({ prompts: [only], logger });
  const server = await serveStdioWith({ open })(runtime, { name: 'x', version: '1', drainMs: 0, stdin, stdout });
  const lines = new Lines(stdin, stdout);
  const send = (message: object) => lines.write(JSON.stringify({ jsonrpc: '2.0', ...message }));
  const ask = (message: object) => lines.ask(JSON.stringify({ jsonrpc: '2.0', ...message }));
  return { lines, send, ask, received, errors, close: () => server.close() };
}

const list = (id: number) => ({ jsonrpc: '2.0', id, result: { prompts: [{ name: 'only' }] } });

describe('serveStdioWith', () => {
  test('loads the SDK for the first unusual request, and passes initialize first', async () => {
    const { send, ask, received, close } = await start();
    expect(await ask(initialize)).toEqual({
      jsonrpc: '2.0',
      id: 'hello',
      result: {
        protocolVersion: '2025-06-18',
        capabilities: { prompts: { listChanged: true }, completions: {} },
        serverInfo: { name: 'x', version: '1' },
      },
    });
    send(ready);
    send({ method: 'notifications/roots/list_changed' });
    expect(await ask({ id: 1, method: 'ping' })).toEqual({ jsonrpc: '2.0', id: 1, result: {} });
    expect(await ask({ id: 2, method: 'prompts/list' })).toEqual(list(2));
    expect(received).toEqual([]);
    expect(await ask(unusual(3))).toEqual(list(3));
    expect(received.map(({ method }) => method)).toEqual(['initialize', 'prompts/list']);
    await close();
  });

  test('responds to an unknown revision with the latest', async () => {
    const { ask, close } = await start();
    const params = { ...initialize.params, protocolVersion: '2099-01-01' };
    expect(await ask({ ...initialize, params })).toMatchObject({ result: { protocolVersion: '2025-11-25' } });
    await close();
  });

  test('passes queued requests to the SDK in order', async () => {
    let loaded = () => {};
    let made = 0;
    const loading = new Promise<void>((resolve) => (loaded = resolve));
    const { lines, send, received, close } = await start(async () => {
      made += 1;
      await loading;
      return new PlainServer();
    });
    send(initialize);
    for (const id of [1, 2, 3]) send(unusual(id));
    await lines.until(1);
    expect(received).toEqual([]);
    loaded();
    const answers = await lines.until(4);
    expect(answers.slice(1)).toEqual([list(1), list(2), list(3)]);
    expect([made, received.map(({ id }) => id)]).toEqual([1, ['cuecard/introduction', 1, 2, 3]]);
    await close();
  });

  test('logs which package to install if the SDK is missing', async () => {
    const message = "Cannot find package '@modelcontextprotocol/server' imported from /desk/node_modules/adapter.js";
    const fault = Object.assign(new Error(message), { code: 'ERR_MODULE_NOT_FOUND' });
    const { ask, errors, close } = await start(() => Promise.reject(fault));
    await ask(initialize);
    await ask(unusual(1));
    expect(errors).toEqual([
      ['The SDK could not be loaded: install it, as with npm install @modelcontextprotocol/server', fault],
    ]);
    await close();
  });

  test('rejects only requests that need the SDK if loading fails', async () => {
    const fault = new Error('Cannot find package');
    let isBroken = true;
    const { ask, errors, close } = await start(() => (isBroken ? Promise.reject(fault) : new PlainServer()));
    await ask(initialize);
    const internal = { jsonrpc: '2.0', id: 1, error: { code: -32603, message: 'Internal error' } };
    expect(await ask(unusual(1))).toEqual(internal);
    expect(await ask({ id: 2, method: 'prompts/list' })).toEqual(list(2));
    expect(errors).toEqual([['The SDK could not be loaded', fault]]);
    isBroken = false;
    expect(await ask(unusual(3))).toEqual(list(3));
    await close();
  });

  test('does not connect the SDK if it closes while the SDK loads', async () => {
    let loaded = () => {};
    const loading = new Promise<void>((resolve) => (loaded = resolve));
    const server = new PlainServer();
    const { ask, send, received, close } = await start(async () => {
      await loading;
      return server;
    });
    await ask(initialize);
    send(unusual(1));
    await close();
    loaded();
    await new Promise(setImmediate);
    expect([received, server.isConnected]).toEqual([[], false]);
  });

  test('passes a second initialize to the SDK', async () => {
    const { ask, received, close } = await start();
    await ask(initialize);
    await ask(unusual(1));
    const again = { ...initialize, id: 'again', params: { ...initialize.params, protocolVersion: '2025-03-26' } };
    expect(await ask(again)).toMatchObject({ id: 'again', result: { protocolVersion: '2025-03-26' } });
    expect(received.map(({ method }) => method)).toEqual(['initialize', 'prompts/list', 'initialize']);
    await close();
  });

  test('answers a request that reuses the id of initialize', async () => {
    const { ask, close } = await start();
    await ask(initialize);
    await ask(unusual(1));
    const same = { ...unusual(2), id: 'cuecard/introduction' };
    expect(await ask(same)).toEqual({ ...list(2), id: 'cuecard/introduction' });
    await close();
  });
});
