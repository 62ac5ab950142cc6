import { describe, expect, test } from '@jest/globals';
import { done, runtime, testProgressAndLogs } from '../../server/test/wire/support/progress-and-logs.ts';
import { until } from '../../server/test/wire/support/until.ts';
import { hosts } from './support/hosts.ts';
import { boundServer, sdks } from './support/sdks.ts';

testProgressAndLogs(hosts);

describe.each(sdks)('logging/setLevel with SDK %s', (_, sdk) => {
  test('does not affect the next client of a server', async () => {
    const server = boundServer(sdk, runtime(), { logging: true });
    async function linesOf(...messages: object[]): Promise<unknown[]> {
      const [near, far] = sdk.InMemoryTransport.createLinkedPair();
      const received: object[] = [];
      near.onmessage = (message) => received.push(message);
      await server.connect(far);
      for (const message of messages) await near.send({ jsonrpc: '2.0', ...message });
      await until(() => received.some((message) => 'id' in message && message.id === 1));
      await near.close();
      return received.filter((message) => 'method' in message);
    }
    const get = { id: 1, method: 'prompts/get', params: { name: 'chatty' } };
    expect(await linesOf({ id: 0, method: 'logging/setLevel', params: { level: 'emergency' } }, get)).toEqual([]);
    expect(await linesOf(get)).toHaveLength(4);
  });
});

describe.each(sdks)('RequestContext.progress with SDK %s', (_, sdk) => {
  test('does not fail the request if notifications cannot be sent', async () => {
    const server = boundServer(sdk, runtime(), { logging: true });
    const reported: string[] = [];
    server.onerror = ({ message }) => reported.push(message);
    const [near, far] = sdk.InMemoryTransport.createLinkedPair();
    const send = far.send.bind(far);
    far.send = (message, options) =>
      'method' in message ? Promise.reject(new Error('No way through')) : send(message, options);
    await server.connect(far);
    const answered = new Promise((resolve) => (near.onmessage = resolve));
    const params = { name: 'steps', arguments: { steps: '1,2' }, _meta: { progressToken: 't' } };
    await near.send({ jsonrpc: '2.0', id: 1, method: 'prompts/get', params });
    expect(await answered).toEqual({ jsonrpc: '2.0', id: 1, result: done });
    expect(reported).toEqual(['No way through', 'No way through']);
    await near.close();
  });
});
