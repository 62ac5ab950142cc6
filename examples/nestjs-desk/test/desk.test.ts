import { Runtime } from '@cuecard/core';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { INestApplication } from '@nestjs/common';
import { ConfigService } from '@nestjs/config';
import { JwtService } from '@nestjs/jwt';
import { Test } from '@nestjs/testing';
import { DraftAnswer } from '../dist/tickets/draft-answer.prompt.js';
import { TicketsService } from '../dist/tickets/tickets.service.js';

const SECRET = 'a secret of the tests, as long as it must be';
process.env['JWT_SECRET'] = SECRET;
const { AppModule } = await import('../dist/app.module.js'); // The module reads the environment on import.

const compiled = () => Test.createTestingModule({ imports: [AppModule] });

describe('AppModule', () => {
  let app: INestApplication;
  let url: URL;

  beforeAll(async () => {
    const config = new ConfigService({ DATABASE: ':memory:', JWT_SECRET: SECRET });
    const module = compiled().overrideProvider(ConfigService).useValue(config);
    app = (await module.compile()).createNestApplication({ logger: false });
    await app.listen(0, '127.0.0.1');
    url = new URL('/mcp', await app.getUrl());
  });

  afterAll(() => app.close());

  async function login(scopes: readonly string[]): Promise<Client> {
    const token = await app.get(JwtService).signAsync({ sub: 'ada', scopes });
    const client = new Client({ name: 'test', version: '1.0.0' });
    const requestInit = { headers: { authorization: `Bearer ${token}` } };
    await client.connect(new StreamableHTTPClientTransport(url, { requestInit }));
    return client;
  }

  test('drafts, answers and shows a ticket', async () => {
    const ada = await login(['tickets:answer']);
    const { messages } = await ada.getPrompt({ name: 'draft_answer', arguments: { ticket: '1', tone: 'brief' } });
    expect(messages).toEqual([
      { role: 'user', content: { type: 'text', text: expect.stringMatching(/^Draft a brief answer.*Teapot leaks/s) } },
    ]);
    const answer = { ticket: 1, answer: 'A new one is on its way.' };
    const { structuredContent } = await ada.callTool({ name: 'answer_ticket', arguments: answer });
    expect(structuredContent).toEqual({ ticket: 1, by: 'ada' });
    const { contents } = await ada.readResource({ uri: 'tickets://1' });
    expect(contents.map((each) => JSON.parse((each as { text: string }).text) as unknown)).toEqual([
      {
        id: 1,
        subject: 'Teapot leaks',
        text: 'The teapot that came on Monday leaks at the spout. Can you send another?',
        state: 'answered',
        answer: 'A new one is on its way.',
        answeredBy: 'ada',
      },
    ]);
    await ada.close();
  });

  test('renders the shared pack with the services of each team', async () => {
    const ada = await login([]);
    const rulesOf = async (team: string, change: string) => {
      const { messages } = await ada.getPrompt({ name: `${team}_review_change`, arguments: { change } });
      return JSON.stringify(messages);
    };
    expect(await rulesOf('backend', 'paging')).toContain('Every query has a limit.');
    expect(await rulesOf('frontend', 'dark-mode')).toContain('Every picture has a text in its place.');
    await ada.close();
  });

  test('hides tools from users without their scope, and completes open prompts', async () => {
    const guest = await login([]);
    expect((await guest.listTools()).tools).toEqual([]);
    const ref = { type: 'ref/prompt' as const, name: 'draft_answer' };
    const { completion } = await guest.complete({ ref, argument: { name: 'tone', value: 'fo' } });
    expect(completion.values).toEqual(['formal']);
    await guest.close();
  });

  test('responds with 401 without a login, over MCP and REST', async () => {
    const initialize = { jsonrpc: '2.0', id: 1, method: 'initialize', params: {} };
    const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
    const mcp = await fetch(url, { method: 'POST', headers, body: JSON.stringify(initialize) });
    const rest = await fetch(new URL('/tickets/1', url));
    expect([mcp.status, rest.status]).toEqual([401, 401]);
  });

  test('returns the error message of the service for a missing ticket', async () => {
    const ada = await login([]);
    await expect(ada.getPrompt({ name: 'draft_answer', arguments: { ticket: '99' } })).rejects.toThrow(
      'There is no ticket 99',
    );
    await ada.close();
  });
});

test('overrideProvider replaces the service of a prompt rendered in process', async () => {
  const one = async () => ({ subject: 'Fake', text: 'A text' });
  const module = await compiled()
    .overrideProvider(TicketsService)
    .useValue({ one, all: async () => [{}] })
    .compile();
  const auth = { principal: 'ada', scopes: [] };
  const { messages } = await module.get(Runtime).prompts.render(DraftAnswer, { ticket: 5 }, { auth });
  expect(JSON.stringify(messages)).toContain('Fake');
  await module.close();
});
