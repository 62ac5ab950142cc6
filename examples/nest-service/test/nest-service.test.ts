import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { INestApplication } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { AppModule } from '../dist/app.module.js';

describe('TicketsService', () => {
  let app: INestApplication;
  const client = new Client({ name: 'test', version: '1.0.0' });

  beforeAll(async () => {
    app = (await Test.createTestingModule({ imports: [AppModule] }).compile()).createNestApplication();
    await app.listen(0, '127.0.0.1');
    await client.connect(new StreamableHTTPClientTransport(new URL(`${await app.getUrl()}/mcp`)));
  });

  afterAll(async () => {
    await client.close();
    await app.close();
  });

  const call = async (name: string, args = {}) => {
    const { structuredContent, content } = await client.callTool({ name, arguments: args });
    return structuredContent ?? content;
  };

  test('is ten handlers by its methods', async () => {
    const names = (all: readonly { readonly name: string }[]) => all.map(({ name }) => name).join(', ');
    expect(names((await client.listPrompts()).prompts)).toBe('reply_to_ticket, summarise_ticket, triage_tickets');
    expect(names((await client.listTools()).tools)).toBe(
      'assign_ticket, close_ticket, comment_on_ticket, count_tickets, find_tickets, open_ticket',
    );
    expect(names((await client.listResourceTemplates()).resourceTemplates)).toBe('ticket');
  });

  test('opens, changes and reads a ticket, and checks the arguments', async () => {
    const opened = { id: 1, title: 'Printer', priority: 'high', state: 'open', assignee: '', comments: [] };
    expect(await call('open_ticket', { title: 'Printer', priority: 'high' })).toEqual(opened);
    expect(await call('open_ticket', { title: 'Printer', priority: 'urgent' })).toEqual([
      { type: 'text', text: expect.stringContaining('priority must be one of the following values') },
    ]);
    expect(await call('assign_ticket', { id: 1, assignee: 'Ann' })).toEqual({ ...opened, assignee: 'Ann' });
    const changed = { ...opened, assignee: 'Ann', comments: ['It smokes'] };
    expect(await call('comment_on_ticket', { id: 1, text: 'It smokes' })).toEqual(changed);
    expect(await call('find_tickets', { text: 'Print' })).toEqual({ tickets: [changed] });
    expect(await call('count_tickets')).toEqual([{ type: 'text', text: '1 open' }]);
    const { contents } = await client.readResource({ uri: 'tickets://1' });
    expect(contents.map((each) => 'text' in each && (JSON.parse(each.text) as unknown))).toEqual([changed]);
    await expect(client.readResource({ uri: 'tickets://2' })).rejects.toThrow('There is no ticket 2');
    expect(await call('close_ticket', { id: 1 })).toEqual({ ...changed, state: 'closed' });
  });

  test('renders prompts from tickets, and completes their numbers', async () => {
    await call('open_ticket', { title: 'Scanner' });
    const textOf = async (name: string, args = {}) => {
      const { messages } = await client.getPrompt({ name, arguments: args });
      return messages.map(({ content }) => (content.type === 'text' ? content.text : content.type)).join();
    };
    expect(await textOf('summarise_ticket', { id: '2' })).toMatch(/^Summarise this ticket in one sentence:.*Scanner/s);
    expect(await textOf('reply_to_ticket', { id: '2', tone: 'formal' })).toMatch(/^Write a formal reply .*Scanner/s);
    expect(await textOf('triage_tickets')).toMatch(/^Order these tickets by urgency:.*Scanner/s);
    const { completion } = await client.complete({
      ref: { type: 'ref/prompt', name: 'reply_to_ticket' },
      argument: { name: 'id', value: '2' },
    });
    expect(completion.values).toEqual(['2']);
  });
});
