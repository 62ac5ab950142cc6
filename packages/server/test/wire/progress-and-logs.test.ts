import { serveHttp } from '@cuecard/server';
import { describe, expect, test } from '@jest/globals';
import { closables } from '../support/closables.ts';
import { hosts } from './support/hosts.ts';
import { done, runtime, testProgressAndLogs } from './support/progress-and-logs.ts';
import { initialize, post } from './support/raw.ts';

testProgressAndLogs(hosts);

const open = closables();

describe('logging/setLevel', () => {
  const setLevel = (level: unknown) =>
    JSON.stringify({ jsonrpc: '2.0', id: 2, method: 'logging/setLevel', params: { level } });
  async function serve(options: { sessions?: boolean; logging?: boolean }) {
    const server = await serveHttp(runtime(), { name: 'x', version: '1', port: 0, ...options });
    open.push(server);
    const session = async () => {
      const { headers } = await post(server.url, JSON.stringify(initialize('2025-11-25')));
      return { 'mcp-session-id': headers.get('mcp-session-id') ?? '' };
    };
    return { url: server.url, session };
  }
  const chatty = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'prompts/get', params: { name: 'chatty' } });

  test('rejects an unknown level', async () => {
    const { url, session } = await serve({ logging: true });
    const message = 'level must be one of debug, info, notice, warning, error, critical, alert, emergency';
    const answers = { jsonrpc: '2.0', id: 2, error: { code: -32602, message } };
    const own = await session();
    for (const level of ['loud', undefined, 3]) expect((await post(url, setLevel(level), own)).body).toEqual(answers);
  });

  test('sets the level of its own session only', async () => {
    const { url, session } = await serve({ logging: true });
    const [quiet, loud] = [await session(), await session()];
    expect((await post(url, setLevel('error'), quiet)).body).toEqual({ jsonrpc: '2.0', id: 2, result: {} });
    const [first, second] = [await post(url, chatty, quiet), await post(url, chatty, loud)];
    expect(first.body).toEqual({ jsonrpc: '2.0', id: 1, result: done });
    expect(second.body).toHaveLength(4);
  });

  test('returns method not found without a session or the option', async () => {
    const notFound = { jsonrpc: '2.0', id: 2, error: { code: -32601, message: 'Method not found' } };
    const stateless = await serve({ logging: true });
    expect((await post(stateless.url, setLevel('error'))).body).toEqual(notFound);
    expect((await post(stateless.url, chatty)).body).toEqual({ jsonrpc: '2.0', id: 1, result: done });
    const without = await serve({});
    expect((await post(without.url, setLevel('error'), await without.session())).body).toEqual(notFound);
  });
});
