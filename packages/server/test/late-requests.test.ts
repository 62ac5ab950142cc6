import { once } from 'node:events';
import { createServer, type IncomingMessage, request } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { definePrompt } from '@cuecard/core';
import { describe, expect, jest, test } from '@jest/globals';
import { fakeOnly } from '../../../build/jest/fake-time.ts';
import { closables } from './support/closables.ts';
import { pending } from './support/gates.ts';
import { runtimeOf, serverOf } from './support/plain-sdk.ts';

const open = closables();
const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };

describe('HttpHandler', () => {
  test('renders nothing if the client disconnects during authentication', async () => {
    let renders = 0;
    const counting = definePrompt({ name: 'counting', render: () => `${(renders += 1)}` });
    const [authenticating, known, leave] = [pending(), pending<undefined>(), new AbortController()];
    const authenticate = async () => {
      authenticating.settle();
      await known.promise;
      return { principal: 'ada', scopes: [] };
    };
    const server = serverOf({ authenticate }, runtimeOf([counting]));
    const message = { jsonrpc: '2.0', id: 1, method: 'prompts/get', params: { name: 'counting' } };
    const init = { method: 'POST', headers, body: JSON.stringify(message), signal: leave.signal };
    const answer = server.fetch(new Request('http://localhost/mcp', init));
    await authenticating.promise;
    leave.abort();
    known.settle(undefined);
    const { status } = await answer;
    expect({ status, renders }).toEqual({ status: 400, renders: 0 });
  });

  test('starts no session for a body that arrives after drainTimeoutMs', async () => {
    const server = serverOf({ drainTimeoutMs: 0 });
    const initialize = {
      method: 'initialize',
      params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'x', version: '1' } },
    };
    const message = JSON.stringify({ jsonrpc: '2.0', id: 1, ...initialize });
    const rest = pending<string>();
    const body = new ReadableStream({
      async pull(controller) {
        controller.enqueue(Buffer.from(await rest.promise));
        controller.close();
      },
    });
    const init = { method: 'POST', headers, body, duplex: 'half' } as RequestInit;
    const answer = server.fetch(new Request('http://localhost/mcp', init));
    await server.close();
    rest.settle(message);
    const { status, headers: received } = await answer;
    expect([status, received.get('mcp-session-id')]).toEqual([503, null]);
  });

  test.each([
    ['http://localhost:1/mcp?a=b', () => 'http://localhost:1/mcp?a=b'],
    ['HTTP://localhost?a=b', () => 'http://localhost/?a=b'],
    ['/mcp?a=b', (port: number) => `http://localhost:${port}/mcp?a=b`],
  ])('takes the host from the target %s, otherwise from the Host header', async (target, urlAt) => {
    const urls: string[] = [];
    const authenticate = ({ url }: Request) => {
      urls.push(url);
      return { principal: 'ada', scopes: [] };
    };
    const server = createServer(serverOf({ authenticate })).listen(0, '127.0.0.1');
    await once(server, 'listening');
    open.push({ close: async () => void server.close() });
    const { port } = server.address() as AddressInfo;
    const socket = connect(port, '127.0.0.1');
    const message = '{"jsonrpc":"2.0","id":1,"method":"prompts/list"}';
    const head = { host: `localhost:${port}`, ...headers, 'content-length': message.length, connection: 'close' };
    const lines = Object.entries(head).map((pair) => `${pair.join(': ')}\r\n`);
    socket.write(`POST ${target} HTTP/1.1\r\n${lines.join('')}\r\n${message}`);
    let received = '';
    for await (const chunk of socket) received += String(chunk);
    expect([received.slice(0, 15), urls]).toEqual(['HTTP/1.1 200 OK', [urlAt(port)]]);
  });

  test('rejects TRACE before it authenticates', async () => {
    const calls: string[] = [];
    const authenticate = ({ method }: Request) => void calls.push(method);
    const server = createServer(serverOf({ authenticate })).listen(0, '127.0.0.1');
    await once(server, 'listening');
    open.push({ close: async () => void server.close() });
    const { port } = server.address() as AddressInfo;
    const sent = request({ port, method: 'TRACE', path: '/mcp', headers: { host: 'localhost' } }).end();
    const [{ statusCode, headers: received }] = (await once(sent, 'response')) as [IncomingMessage];
    expect([statusCode, received.allow, calls]).toEqual([405, 'POST', []]);
  });

  test('leaves no timer behind once an event stream has ended', async () => {
    fakeOnly('setInterval', 'clearInterval');
    const near = definePrompt({
      name: 'near',
      render: (_, context) => {
        context.progress(1);
        return 'x';
      },
    });
    const params = { name: 'near', _meta: { progressToken: 1 } };
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'prompts/get', params });
    const server = serverOf({}, runtimeOf([near]));
    const text = await (
      await server.fetch(new Request('http://localhost/mcp', { method: 'POST', headers, body }))
    ).text();
    const left = jest.getTimerCount();
    jest.useRealTimers();
    expect([text.match(/"(?:progress|result)":/g), left]).toEqual([['"progress":', '"result":'], 0]);
  });
});
