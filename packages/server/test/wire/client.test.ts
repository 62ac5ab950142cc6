import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  type Ask,
  askOverHttp,
  askOverStdio,
  openSession,
  type Servers,
  startServers,
  ways,
} from './support/revisions.ts';

let servers: Servers;
beforeAll(async () => {
  servers = await startServers();
});
afterAll(() => Promise.all([servers.stdio.close(), servers.http.close()]));

/** Resolves to the client that a prompt of the server receives. */
async function clientSeen(ask: Ask): Promise<unknown> {
  const { messages } = (await ask('prompts/get', { name: 'who_asks' })) as {
    messages: [{ content: { text: string } }];
  };
  return JSON.parse(messages[0].content.text) as unknown;
}

describe('RequestContext.client', () => {
  // Runs first, because the other tests send `initialize` over the same stdio connection.
  test('has revision 2025-03-26 without a revision header', async () => {
    expect(await clientSeen(askOverHttp(servers.http.url))).toEqual({ revision: '2025-03-26' });
    expect(await clientSeen(askOverStdio(servers.stdio))).toEqual({ revision: '2025-03-26' });
  });

  test.each([
    ['2024-11-05', 'over stdio'],
    ['2025-11-25', 'over stdio'],
    ['2025-03-26', 'in a session over HTTP'],
    ['2025-06-18', 'in a session over HTTP'],
    ['2025-11-25', 'without a session over HTTP'],
  ] as const)('has the client in prompts with revision %s, %s', async (revision, way) => {
    const identity = way.startsWith('without') ? {} : { name: 'raw', version: '1', capabilities: {} };
    expect(await clientSeen(await ways[way](servers, revision))).toEqual({ revision, ...identity });
  });

  test('keeps its revision in a session despite a different header', async () => {
    const { url } = servers.http;
    const session = await openSession(url, '2025-06-18');
    const ask = askOverHttp(url, { ...session, 'mcp-protocol-version': '2025-11-25' });
    expect(await clientSeen(ask)).toMatchObject({ revision: '2025-06-18' });
  });

  test('has the negotiated revision if the requested one is unknown', async () => {
    const ask = askOverHttp(servers.http.url, await openSession(servers.http.url, '1999-01-01'));
    expect(await clientSeen(ask)).toMatchObject({ revision: '2025-11-25' });
  });
});
