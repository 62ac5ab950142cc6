import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { listAll, overHttp, overPipe, type TestClient } from './support/clients.ts';
import { COLLECTED_MS, fakeClock } from '../../../../build/jest/fake-time.ts';
import { localHttp, localPipe } from './support/local-server.ts';
import { createShelf } from './support/shelf.ts';
import { until } from './support/until.ts';
import { isSelfContained, sessionVersions, signatureOf, type Version } from './support/versions.ts';

const uris = [...Array.from({ length: 7 }, (_, index) => `shelf:///${index}`), 'shelf:///cover'];
const listed = uris.map((uri) => ({
  uri,
  name: uri.slice(9),
  mimeType: uri === 'shelf:///cover' ? 'image/png' : 'text/plain',
}));

/** Resolves to the client that a prompt of the server receives. */
async function whoAsks(client: TestClient): Promise<unknown> {
  const { messages } = (await client.getPrompt({ name: 'who_asks' })) as { messages: [{ content: { text: string } }] };
  return JSON.parse(messages[0].content.text) as unknown;
}

const edit = (client: TestClient, uri: string, text: string, times = 1) =>
  client.getPrompt({ name: 'edit', arguments: { uri, text, times: `${times}` } });

/** The code that a client reports for a missing resource. The v2 client always reports the code of 2026-07-28. */
const missingCode = (version: Version) => (version === 'v1 client' ? -32002 : -32602);

const clock = fakeClock();
const open: { close(): Promise<void> }[] = [];
afterAll(async () => {
  for (const each of open.splice(0).toReversed()) await each.close();
});

/** Serves a shelf over HTTP to one client. */
async function overHttpTo(version: Version, options: Parameters<typeof localHttp>[1]) {
  const server = await localHttp(createShelf(), options);
  open.push(server);
  return overHttp[version](server.url);
}

const transports = {
  'over stdio': async (version: Version) => {
    const server = await localPipe(createShelf());
    open.push(server);
    return overPipe[version](server.stdin, server.stdout);
  },
  'over HTTP': (version: Version) => overHttpTo(version, { responseMode: 'json' }),
  'over HTTP with event streams': (version: Version) => overHttpTo(version, { responseMode: 'sse' }),
};
// Each transport with a client up to 2025-11-25 and one since 2026-07-28. Each client occurs once.
describe.each([
  ['v1 client', 'over stdio'],
  ['v2 client of 2026-07-28', 'over stdio'],
  ['v2 client', 'over HTTP'],
  ['v2 client that negotiates', 'over HTTP'],
  ['v1 client', 'over HTTP with event streams'],
  ['v2 client of 2026-07-28', 'over HTTP with event streams'],
] as const)('The official %s %s', (version, transport) => {
  const subscribed = isSelfContained(version) && {
    _meta: { 'io.modelcontextprotocol/subscriptionId': expect.anything() as unknown },
  };
  const signature = signatureOf(version, 'shelf');
  const hints = isSelfContained(version) ? { ttlMs: 0, cacheScope: 'private', ...signature } : {};
  let client: TestClient;
  beforeAll(async () => {
    client = await transports[transport](version);
  });
  afterAll(() => client.close());

  test('lists prompts and gets a prompt', async () => {
    const word = { required: false };
    expect(await client.listPrompts()).toMatchObject({
      prompts: [
        {
          name: 'edit',
          description: 'Writes a book anew',
          arguments: [
            { name: 'uri', ...word },
            { name: 'text', ...word },
            { name: 'times', ...word },
          ],
        },
        { name: 'who_asks' },
      ],
    });
    expect(await edit(client, 'shelf:///6', 'Book 6')).toEqual({
      ...signature,
      messages: [{ role: 'user', content: { type: 'text', text: 'Book 6' } }],
    });
  });

  test('lists and reads resources', async () => {
    expect(client.serverCapabilities()).toEqual({
      prompts: { listChanged: true },
      completions: {},
      resources: { listChanged: true, subscribe: true },
    });
    expect(await listAll(client)).toEqual(listed);
    expect(await client.listResourceTemplates()).toEqual({
      ...hints,
      resourceTemplates: [{ uriTemplate: 'shelf:///{number}', name: 'book', description: 'A book, by its number' }],
    });
    expect(await client.readResource({ uri: 'shelf:///5' })).toEqual({
      ...hints,
      contents: [{ uri: 'shelf:///5', mimeType: 'text/plain', text: 'Book 5' }],
    });
    expect(await client.readResource({ uri: 'shelf:///cover' })).toEqual({
      ...hints,
      contents: [{ uri: 'shelf:///cover', mimeType: 'image/png', blob: 'iVBORw0KGgo=' }],
    });
    await expect(client.readResource({ uri: 'shelf:///99' })).rejects.toMatchObject({
      code: missingCode(version),
      data: { uri: 'shelf:///99' },
    });
  });

  test('receives updates of resources only while it is subscribed to them', async () => {
    const changes: unknown[] = [];
    const hearing = await client.hear(['shelf:///1', 'shelf:///2'], (change) => void changes.push(change));
    clock.fakeTimeouts();
    await edit(client, 'shelf:///3', 'of no interest');
    await edit(client, 'shelf:///1', 'Book 1, second edition');
    clock.pass(COLLECTED_MS);
    await until(() => changes.length > 0);
    expect(await client.readResource({ uri: 'shelf:///1' })).toMatchObject({
      contents: [{ text: 'Book 1, second edition' }],
    });

    await hearing.end();
    await edit(client, 'shelf:///1', 'Book 1, third edition');
    clock.pass(COLLECTED_MS);
    await client.listPrompts(); // A notification would arrive before the response.
    expect(changes).toEqual([{ uri: 'shelf:///1', ...subscribed }]);
  });

  test('passes its clientInfo to prompts', async () => {
    expect(await whoAsks(client)).toEqual({
      revision: isSelfContained(version) ? '2026-07-28' : '2025-11-25',
      name: 'test',
      version: '1.0.0',
      capabilities: {},
    });
  });
});

describe.each(sessionVersions)('The official %s without a session', (version) => {
  test('lists and reads resources, without notifications', async () => {
    const client = await overHttpTo(version, { sessions: false });
    open.push(client);
    expect(client.serverCapabilities()).toEqual({ prompts: {}, completions: {}, resources: {} });
    expect(await listAll(client)).toEqual(listed);
    expect(await client.readResource({ uri: 'shelf:///5' })).toMatchObject({ contents: [{ text: 'Book 5' }] });
    expect(await whoAsks(client)).toEqual({ revision: '2025-11-25' });
  });
});
