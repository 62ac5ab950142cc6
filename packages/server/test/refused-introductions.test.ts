import { afterEach, expect, jest, test } from '@jest/globals';
import { serverOf } from './support/plain-sdk.ts';

afterEach(() => {
  jest.useRealTimers();
});

test('an introduction that is refused leaves nothing that waits for its session to be idle', async () => {
  jest.useFakeTimers();
  const server = serverOf();
  const introduce = async (accept: string) => {
    const message = {
      jsonrpc: '2.0',
      id: 1,
      method: 'initialize',
      params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'x', version: '1' } },
    };
    const headers = { 'content-type': 'application/json', accept };
    const asked = { method: 'POST', headers, body: JSON.stringify(message) };
    const answer = await server.fetch(new Request('http://localhost/mcp', asked));
    await answer.text();
    await jest.advanceTimersByTimeAsync(0);
    return [answer.status, jest.getTimerCount()];
  };
  expect([await introduce('text/plain'), await introduce('application/json, text/event-stream')]).toEqual([
    [406, 0],
    [200, 1],
  ]);
});
