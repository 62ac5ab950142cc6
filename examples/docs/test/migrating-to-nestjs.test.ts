import { CuecardModule, type CuecardRequest } from '@cuecard/nestjs';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { type ExecutionContext, type INestApplication, Logger, type ModuleMetadata } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { Test } from '@nestjs/testing';
import { AppModule as TicketsModule } from '@cuecard/example-nest-service';
import {
  AppModule,
  Compare,
  RemoveBook,
  start as startAfter,
  SummerSale,
  TwoServers,
} from '../dist/migrating-to-nestjs/after.js';
import { start as startBefore } from '../dist/migrating-to-nestjs/before.js';
import { start as startTickets } from '../dist/migrating-to-nestjs/tickets.js';
import { readFile } from 'node:fs/promises';
import { Shelf } from '../dist/migrating/shelf.js';

Logger.overrideLogger(false);

async function connect(url: string): Promise<Client> {
  const client = new Client({ name: 'test', version: '1.0.0' });
  await client.connect(new StreamableHTTPClientTransport(new URL(url)));
  return client;
}

describe('CuecardModule after the migration', () => {
  let applications: INestApplication[];
  let clients: Client[];

  beforeAll(async () => {
    applications = [await startBefore(0), await startAfter(0)];
    clients = await Promise.all(applications.map(async (app) => connect(`${await app.getUrl()}/mcp`)));
  });

  afterAll(async () => {
    for (const client of clients) await client.close();
    for (const application of applications) await application.close();
  });

  const both = <T>(ask: (client: Client) => Promise<T>): Promise<T[]> => Promise.all(clients.map(ask));

  test('keeps the definitions', async () => {
    const names = (all: readonly { name: string }[]) => all.map(({ name }) => name).toSorted();
    const found = await both(async (client) => ({
      prompts: names((await client.listPrompts()).prompts),
      tools: names((await client.listTools()).tools),
      templates: names((await client.listResourceTemplates()).resourceTemplates),
    }));
    const expected = { prompts: ['recommend'], tools: ['add_book'], templates: ['book'] };
    expect(found).toEqual([expected, expected]);
  });

  test('keeps the prompt, and fences its argument', async () => {
    const got = await both((client) =>
      client.getPrompt({ name: 'recommend', arguments: { title: 'Emma', count: '2' } }),
    );
    const said = (text: unknown) => [{ role: 'user', content: { type: 'text', text } }];
    expect(got.map(({ messages }) => messages)).toEqual([
      said('Recommend 2 books to somebody who liked this one: Emma'),
      said(expect.stringMatching(/^Recommend 2 books to somebody who liked this one: <untrusted-\w+ [^>]*>Emma<\//)),
    ]);
  });

  test('keeps the results of tools and resources', async () => {
    const call = { name: 'add_book', arguments: { title: 'Persuasion', pages: 249 } };
    const stored = await both((client) => client.callTool(call));
    const book = { id: 2, title: 'Persuasion', pages: 249 };
    expect(stored.map(({ structuredContent }) => structuredContent)).toEqual([book, book]);
    const read = await both((client) => client.readResource({ uri: 'library://books/2' }));
    const texts = read.map(({ contents }) => JSON.parse((contents[0] as { text: string }).text) as unknown);
    expect(texts).toEqual([book, book]);
  });

  test('names the argument that breaks a rule', async () => {
    const wrong = { name: 'recommend', arguments: { title: 'Emma', count: '99' } };
    const errors = await both((client) => client.getPrompt(wrong).then(String, (error: Error) => error.message));
    expect(errors).toEqual([
      expect.any(String),
      'Invalid arguments for prompt "recommend": count must not be greater than 5',
    ]);
    expect(errors[0]).not.toContain('count');
  });
});

test('TicketsService answers as the controller with ten methods did', async () => {
  const applications = [await startTickets(0), await listening({ imports: [TicketsModule] })];
  const clients = await Promise.all(applications.map(async (app) => connect(`${await app.getUrl()}/mcp`)));
  const call = async (client: Client, name: string, args = {}) => {
    const { structuredContent, content } = await client.callTool({ name, arguments: args });
    return structuredContent ?? content;
  };
  const answersOf = async (client: Client) => {
    const names = (all: readonly { readonly name: string }[]) => all.map(({ name }) => name).toSorted();
    return [
      names((await client.listPrompts()).prompts),
      names((await client.listTools()).tools),
      names((await client.listResourceTemplates()).resourceTemplates),
      await call(client, 'open_ticket', { title: 'Printer' }),
      await call(client, 'assign_ticket', { id: 1, assignee: 'Ann' }),
      await call(client, 'comment_on_ticket', { id: 1, text: 'It smokes' }),
      await call(client, 'find_tickets', { text: 'Print' }),
      await call(client, 'count_tickets'),
      await call(client, 'close_ticket', { id: 1 }),
      await client.readResource({ uri: 'tickets://1' }).then(({ contents: [content] }) => {
        return content && 'text' in content && (JSON.parse(content.text) as unknown);
      }),
    ];
  };
  const [before, after] = [await answersOf(clients[0] as Client), await answersOf(clients[1] as Client)];
  expect(after).toEqual(before);
  expect(after[1]).toHaveLength(6);
  await Promise.all(clients.map((client) => client.close()));
  await Promise.all(applications.map((app) => app.close()));
});

async function listening(module: ModuleMetadata): Promise<INestApplication> {
  const app = (await Test.createTestingModule(module).compile()).createNestApplication();
  await app.listen(0, '127.0.0.1');
  return app;
}

test('CuecardModule serves two sets of modules at two paths', async () => {
  const app = await listening({ imports: [TwoServers] });
  const url = await app.getUrl();
  const [readers, staff] = [await connect(`${url}/mcp`), await connect(`${url}/staff/mcp`)];
  expect((await readers.listPrompts()).prompts.map(({ name }) => name)).toEqual(['recommend']);
  expect((await staff.listTools()).tools.map(({ name }) => name)).toEqual(['add_book']);
  expect((await readers.listTools()).tools).toEqual([]);
  await readers.close();
  await staff.close();
  await app.close();
});

test('RemoveBook gets the user of the request by its parameter decorator', async () => {
  const admit = (context: ExecutionContext) => {
    context.switchToHttp().getRequest<{ user?: object }>().user = { sub: 'ada', scopes: ['books:write'] };
    return true;
  };
  const identity = ({ user }: CuecardRequest & { user?: { sub: string; scopes: string[] } }) =>
    user && { principal: user.sub, scopes: user.scopes };
  const app = await listening({
    imports: [CuecardModule.forRoot({ name: 'library', version: '1.0.0', identity })],
    providers: [RemoveBook, { provide: APP_GUARD, useValue: { canActivate: admit } }],
  });
  const client = await connect(`${await app.getUrl()}/mcp`);
  expect(await client.callTool({ name: 'remove_book', arguments: { id: 2 } })).toEqual({
    content: [{ type: 'text', text: 'ada has removed book 2' }],
  });
  await client.close();
  await app.close();
});

test('SummerSale adds and removes a tool while the application runs', async () => {
  const shelf = new Shelf();
  shelf.add('Persuasion', 249);
  const providers = [{ provide: Shelf, useValue: shelf }, SummerSale, Compare];
  const app = await listening({ imports: [AppModule], providers });
  const client = await connect(`${await app.getUrl()}/mcp`);
  const names = async () => (await client.listTools()).tools.map(({ name }) => name);
  expect(await names()).toEqual(['add_book']);
  app.get(SummerSale).begin();
  expect(await names()).toEqual(['add_book', 'summer_price']);
  expect(await client.callTool({ name: 'summer_price', arguments: { price: 18 } })).toEqual({
    content: [{ type: 'text', text: '9 francs' }],
  });
  app.get(SummerSale).end();
  expect(await names()).toEqual(['add_book']);
  const { messages } = await client.getPrompt({ name: 'compare', arguments: { first: '1', second: '2' } });
  expect(messages).toEqual([
    { role: 'user', content: { type: 'text', text: 'Compare Emma and Persuasion in three sentences.' } },
  ]);
  await client.close();
  await app.close();
});

test('the documented numbers of lines are those of the applications', async () => {
  const count = async (...files: string[]) => {
    const texts = await Promise.all(
      files.map((file) => readFile(new URL(`../../${file}.ts`, import.meta.url), 'utf8')),
    );
    return texts.flatMap((text) => text.split('\n')).filter((line) => line !== '').length;
  };
  const files = ['ticket', 'tickets.service', 'app.module', 'http'].map((name) => `nest-service/src/${name}`);
  const page = await readFile(new URL('../../../docs/migrating-to-nestjs.md', import.meta.url), 'utf8');
  const [, ours, theirs] = /has (\d+) lines in four files, and (\d+) lines in one file/.exec(page) ?? [];
  const counted = [await count(...files), await count('docs/src/migrating-to-nestjs/tickets')];
  expect([ours, theirs].map(Number)).toEqual(counted);
});
