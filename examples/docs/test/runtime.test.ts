import { Runtime } from '@cuecard/core';
import { connect } from '@cuecard/testing';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { forHosts, publish, runtime, serveTheRest, withdraw } from '../dist/runtime/runtime.js';
import { fromModules, SmallContainer } from '../dist/runtime/from-modules.js';
import { ExplainTicketPrompt, Tickets } from '../dist/runtime/prompts.js';
import { textsOf } from './support/results.ts';

beforeEach(() => {
  jest.spyOn(process.stderr, 'write').mockImplementation(() => true); // The logger writes there.
});
afterEach(() => void jest.restoreAllMocks());

describe('runtime', () => {
  test('renders release notes for the client, with progress', async () => {
    const progress: unknown[] = [];
    const client = { name: 'plain', revision: '2025-11-25' } as const;
    const call = { client, progress: (...report: unknown[]) => void progress.push(report) };
    const notes = await runtime.prompts.get({ name: 'release_notes', arguments: { since: '1.0.0' } }, call);
    expect(textsOf(notes)[0]).toMatch(
      /^Write release notes for plain:\n\n[^]*A faster list\nFewer dependencies\nVersions/,
    );
    expect(progress).toEqual([
      [1, 2, '1.1.0'],
      [2, 2, '1.2.0'],
    ]);
  });

  test('injects the user of each request', async () => {
    const auth = { principal: 'ada', scopes: [], claims: { name: 'Ada' } };
    const greetings = await Promise.all([
      runtime.prompts.get({ name: 'greeting' }, { auth }),
      runtime.prompts.get({ name: 'greeting' }),
    ]);
    expect(greetings.flatMap(textsOf)).toEqual(['Say hello to Ada.', 'Say hello to you.']);
  });

  test('elicits missing arguments', async () => {
    const client = await connect(runtime, { answers: [{ since: '1.1.0' }] });
    expect(textsOf(await client.getPrompt({ name: 'release_notes' }))[0]).toContain('Versions');
    await client.close();
  });

  test('serves published rows until they are withdrawn', async () => {
    const client = await connect(runtime);
    const rows = [{ name: 'tone', text: 'Be friendly.' }];
    publish(rows);
    expect(textsOf(await client.getPrompt({ name: 'tone' }))).toEqual(['Be friendly.']);
    withdraw(rows);
    expect((await client.listPrompts()).prompts.map(({ name }) => name)).toEqual(['greeting', 'release_notes']);
    await client.close();
  });
});

test('serveTheRest leaves out a faulty prompt', () => {
  const { registry, faults } = serveTheRest();
  expect(registry.list().map(({ name }) => name)).toEqual(['release_notes']);
  expect(faults.map(({ where }) => where)).toEqual(['BrokenArgs.count']);
});

test('forHosts offers prompts as tools to its clients', async () => {
  const client = await connect(forHosts, { client: { name: 'house-chat-beta' } });
  expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['release_notes']);
  const { content } = await client.callTool({ name: 'release_notes', arguments: { since: '1.0.0' } });
  expect(content).toHaveLength(1);
  await client.close();
});

describe('fromModules', () => {
  const board = (services: ConstructorParameters<typeof SmallContainer>[0]) =>
    new Runtime({ prompts: [ExplainTicketPrompt], resolver: fromModules(new SmallContainer(services)) });

  test('constructs prompts with their services', async () => {
    const tickets: Tickets = { find: (id) => (id === 'T-12' ? 'The list is slow' : undefined) };
    const runtimeOfBoard = board([[Tickets, tickets]]);
    expect((await runtimeOfBoard.prompts.list()).prompts).toMatchObject([
      {
        name: 'explain_ticket',
        title: 'Explain a ticket',
        icons: [{ sizes: ['any'] }],
        arguments: [{ title: 'Ticket' }],
      },
    ]);
    const client = await connect(runtimeOfBoard);
    const get = (id: string) => client.getPrompt({ name: 'explain_ticket', arguments: { id } });
    expect(textsOf(await get('T-12'))[0]).toContain('The list is slow');
    await expect(get('T-13')).rejects.toThrow('There is no such ticket: see the board');
    await client.close();
  });

  test('reports a missing service at start-up', () => {
    expect(() => board([])).toThrow(
      /ExplainTicketPrompt needs Tickets, which no module provides\. Add it to the providers of one\. \[class-not-constructible\]/,
    );
  });
});
