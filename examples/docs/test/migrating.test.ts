import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { freePort } from './support/free-port.ts';
import { start as startCuecard } from '../dist/migrating/cuecard/access.js';

const SERVERS = ['sdk', 'fastmcp', 'cuecard'] as const;
let clients: Client[];

async function connect(server: string): Promise<Client> {
  const args = [fileURLToPath(new URL(`../dist/migrating/${server}/server.js`, import.meta.url))];
  const client = new Client({ name: 'test', version: '1.0.0' });
  await client.connect(new StdioClientTransport({ command: process.execPath, args, stderr: 'ignore' }));
  return client;
}

beforeAll(async () => {
  clients = await Promise.all(SERVERS.map(connect));
}, 30_000);
afterAll(() => Promise.all(clients.map((client) => client.close())));

/** The responses of the three servers. */
const all = <T>(ask: (client: Client) => Promise<T>): Promise<T[]> => Promise.all(clients.map(ask));
const thrice = <T>(value: T): T[] => SERVERS.map(() => value);
const withoutFence = (text: unknown) => String(text).replaceAll(/<\/?untrusted[^>]*>/g, '');

test('all three list the same prompt, tool and template', async () => {
  const listed = await all(async (client) => ({
    prompts: (await client.listPrompts()).prompts.map(({ name, arguments: args = [] }) => [
      name,
      ...args.map((arg) => [arg.name, arg.required ?? false]),
    ]),
    tools: (await client.listTools()).tools.map(({ name, inputSchema }) => [name, inputSchema.required]),
    templates: (await client.listResourceTemplates()).resourceTemplates.map(({ uriTemplate }) => uriTemplate),
  }));
  expect(listed).toEqual(
    thrice({
      prompts: [['recommend', ['title', true], ['count', false]]],
      tools: [['add_book', ['title', 'pages']]],
      templates: ['library://books/{id}'],
    }),
  );
});

test('all three give the same prompt, and Cuecard fences the text of the caller', async () => {
  const texts = await all(async (client) => {
    const { messages } = await client.getPrompt({ name: 'recommend', arguments: { title: 'Emma', count: '2' } });
    return messages.map(({ content }) => (content.type === 'text' ? content.text : content.type));
  });
  expect(texts.map(([text]) => withoutFence(text))).toEqual(
    thrice('Recommend 2 books to somebody who liked this one: Emma'),
  );
  expect(texts.map(([text]) => text?.includes('<untrusted-'))).toEqual([false, false, true]);
});

test('all three complete the title and the id', async () => {
  const prompt = { type: 'ref/prompt', name: 'recommend' } as const;
  const template = { type: 'ref/resource', uri: 'library://books/{id}' } as const;
  const completed = await all(async (client) => {
    const titles = await client.complete({ ref: prompt, argument: { name: 'title', value: 'E' } });
    const ids = await client.complete({ ref: template, argument: { name: 'id', value: '1' } });
    return [titles.completion.values, ids.completion.values];
  });
  expect(completed).toEqual(thrice([['Emma'], ['1']]));
});

test('all three read the same book', async () => {
  const read = await all((client) => client.readResource({ uri: 'library://books/1' }));
  expect(read.map(({ contents }) => contents)).toEqual(
    thrice([{ uri: 'library://books/1', mimeType: 'application/json', text: '{"id":1,"title":"Emma","pages":474}' }]),
  );
});

test('all three add a book once, and refuse it twice in the same words', async () => {
  const call = { name: 'add_book', arguments: { title: 'Persuasion', pages: 249 } };
  const content = [{ type: 'text', text: '{"id":2,"title":"Persuasion","pages":249}' }];
  expect((await all((client) => client.callTool(call))).map((result) => result.content)).toEqual(thrice(content));
  const refusal = [{ type: 'text', text: 'This book is on the shelf already' }];
  const refused = (await all((client) => client.callTool(call))).map((result) => [result.content, result.isError]);
  expect(refused).toEqual(thrice([refusal, true]));
});

test('only Cuecard names a misspelt argument', async () => {
  const call = { name: 'recommend', arguments: { title: 'Emma', cuont: '2' } };
  const outcomes = await all((client) =>
    client.getPrompt(call).then(
      () => 'answers',
      (error: Error) => error.message,
    ),
  );
  expect(outcomes).toEqual([
    'answers',
    'answers',
    'MCP error -32602: Invalid arguments for prompt "recommend": cuont is not a known argument; did you mean count?',
  ]);
});

test('a caller with a role sees its tool, and a caller without a token is refused', async () => {
  const server = await startCuecard(await freePort());
  const connectAs = async (headers: Record<string, string>) => {
    const client = new Client({ name: 'test', version: '1.0.0' });
    await client.connect(
      new StreamableHTTPClientTransport(new URL(server.url), { requestInit: { headers } }) as Transport,
    );
    return client;
  };
  try {
    const ann = await connectAs({ authorization: 'Bearer ann' });
    expect((await ann.callTool({ name: 'count_books' })).content).toEqual([
      { type: 'text', text: 'There is one book, Ann.' },
    ]);
    await expect(connectAs({})).rejects.toThrow('Unauthorized');
    await ann.close();
  } finally {
    await server.close();
  }
});
