import { afterEach, expect, jest, test } from '@jest/globals';
import { serverOf } from './support/plain-sdk.ts';

afterEach(() => {
  jest.useRealTimers();
});

test('HttpHandler starts no idle timer for a rejected initialize', async () => {
  jest.useFakeTimers();
  const server = serverOf();
  const initialize = async (accept: string) => {
    const message = {
      jsonrpc: '2.0',
      id: 1,
      method: 'initialize',
      params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'x', version: '1' } },
    };
    const headers = { 'content-type': 'application/json', accept };
    const init = { method: 'POST', headers, body: JSON.stringify(message) };
    const answer = await server.fetch(new Request('http://localhost/mcp', init));
    await answer.text();
    await jest.advanceTimersByTimeAsync(0);
    return [answer.status, jest.getTimerCount()];
  };
  expect([await initialize('text/plain'), await initialize('application/json, text/event-stream')]).toEqual([
    [406, 0],
    [200, 1],
  ]);
});
