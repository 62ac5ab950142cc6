import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { Runtime } from '@cuecard/core';
import { serveHttp } from '@cuecard/server';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import {
  type ElicitResult,
  ElicitRequestSchema,
  type GetPromptResult,
  PromptListChangedNotificationSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { publish, withdraw } from './changing.js';
import { fromModules } from './from-modules.js';
import { forHosts } from './hosts.js';
import { serveTheRest } from './isolated.js';
import { runtime } from './runtime.js';
import { SmallContainer } from './small-container.js';
import { ExplainTicketPrompt, Tickets } from './ticket.js';

// Everything that the page on the runtime says, asked by an official client.
const server = await serveHttp(runtime, { name: 'runtime', version: '1.0.0', port: 0 });
const forms: unknown[] = [];
const answers: ElicitResult[] = [];
const asking = new Client({ name: 'story', version: '1.0.0' }, { capabilities: { elicitation: {} } });
asking.setRequestHandler(ElicitRequestSchema, ({ params }) => {
  forms.push(params);
  return answers.shift() ?? { action: 'decline' };
});
const plain = new Client({ name: 'plain', version: '1.0.0' });
for (const client of [asking, plain])
  await client.connect(new StreamableHTTPClientTransport(new URL(server.url)) as Transport);

await tellsHowFar();
await knowsWhoseRequestItIs();
await asksForMore();
await asksForMissing();
await changes();
isolates();
await explainsTickets();
await offersPromptsAsTools();

await asking.close();
await plain.close();
await server.close();
console.log('runtime: every example of the page on the runtime does what it says');

function textOf({ messages }: GetPromptResult): string {
  const [message] = messages;
  assert(message?.content.type === 'text');
  return message.content.text;
}

async function offersPromptsAsTools(): Promise<void> {
  const client = { name: 'house-chat-beta', revision: '2025-11-25' };
  const { tools } = await forHosts.tools.list({}, { client });
  assert.deepEqual(
    tools.map(({ name }) => name),
    ['release_notes'],
  );
  const { content } = await forHosts.tools.call({ name: 'release_notes', arguments: { since: '1.0.0' } }, { client });
  assert.equal(content.length, 1);
}

async function tellsHowFar(): Promise<void> {
  const heard: unknown[] = [];
  const onprogress = (progress: unknown) => void heard.push(progress);
  const notes = await plain.getPrompt({ name: 'release_notes', arguments: { since: '1.0.0' } }, { onprogress });
  assert.match(textOf(notes), /^Write release notes for plain:\n\n[^]*A faster list\nFewer dependencies\nVersions/);
  assert.deepEqual(heard, [
    { progress: 1, total: 2, message: '1.1.0' },
    { progress: 2, total: 2, message: '1.2.0' },
  ]);
}

async function knowsWhoseRequestItIs(): Promise<void> {
  const auth = { principal: 'ada', scopes: [], claims: { name: 'Ada' } };
  const greetings = await Promise.all([
    runtime.prompts.get({ name: 'greeting' }, { auth }),
    runtime.prompts.get({ name: 'greeting' }),
  ]);
  assert.deepEqual(greetings.map(textOf), ['Say hello to Ada.', 'Say hello to you.']);
}

async function asksForMore(): Promise<void> {
  answers.push({ action: 'accept', content: { severity: 'high' } });
  const incident = { name: 'incident', arguments: { summary: 'The disk is full' } };
  assert.match(textOf(await asking.getPrompt(incident)), /^Write a report on this incident of high severity:/);
  assert.deepEqual(forms.splice(0), [
    {
      message: 'How bad was the incident?',
      requestedSchema: {
        type: 'object',
        properties: {
          severity: {
            type: 'string',
            description: 'How bad it is: one of low, high',
            oneOf: [
              { const: 'low', title: 'A nuisance' },
              { const: 'high', title: 'Nobody can work' },
            ],
          },
        },
        required: ['severity'],
      },
    },
  ]);
  const data = { errors: [{ argument: 'severity', rule: 'isDefined', message: 'severity is required' }] };
  await assert.rejects(asking.getPrompt(incident), { code: -32602, data });
  await assert.rejects(plain.getPrompt(incident), { code: -32602, data });
}

async function asksForMissing(): Promise<void> {
  forms.length = 0;
  answers.push({ action: 'accept', content: { since: '1.1.0' } });
  assert.match(textOf(await asking.getPrompt({ name: 'release_notes' })), /Versions/);
  assert.equal(forms.length, 1);
  await assert.rejects(plain.getPrompt({ name: 'release_notes' }), { code: -32602 });
}

async function changes(): Promise<void> {
  let notices = 0;
  plain.setNotificationHandler(PromptListChangedNotificationSchema, () => void (notices += 1));
  const rows = [
    { name: 'tone', text: 'Be friendly.' },
    { name: 'length', text: 'Be brief.' },
  ];
  publish(rows);
  assert.equal(textOf(await plain.getPrompt({ name: 'tone' })), 'Be friendly.');
  await sleep(300);
  assert.equal(notices, 1);
  const { prompts } = await plain.listPrompts();
  assert.deepEqual(
    prompts.map(({ name }) => name),
    ['greeting', 'incident', 'length', 'release_notes', 'tone'],
  );
  withdraw(rows);
  publish(rows);
  await sleep(300);
  assert.equal(notices, 1);
  withdraw(rows);
}

function isolates(): void {
  const rest = serveTheRest();
  assert.deepEqual(
    rest.registry.list().map(({ name }) => name),
    ['release_notes'],
  );
  assert.deepEqual(
    rest.faults.map(({ where }) => where),
    ['BrokenArgs.count'],
  );
}

async function explainsTickets(): Promise<void> {
  const tickets: Tickets = { find: (id) => (id === 'T-12' ? 'The list is slow' : undefined) };
  const prompts = [ExplainTicketPrompt];
  const board = new Runtime({ prompts, resolver: fromModules(new SmallContainer([[Tickets, tickets]])) });
  const [listed] = (await board.prompts.list()).prompts;
  assert.deepEqual([listed?.name, listed?.title], ['explain_ticket', 'Explain a ticket']);
  assert.deepEqual([listed?.icons?.length, listed?.arguments?.[0]?.title], [1, 'Ticket']);
  const { messages } = await board.prompts.get({ name: 'explain_ticket', arguments: { id: 'T-12' } });
  assert.match(textOf({ messages } as GetPromptResult), /The list is slow/);
  await assert.rejects(board.prompts.get({ name: 'explain_ticket', arguments: { id: 'T-13' } }), {
    code: -32602,
    message: 'There is no such ticket: see the board',
  });
  assert.throws(() => new Runtime({ prompts, resolver: fromModules(new SmallContainer([])) }), {
    message:
      /ExplainTicketPrompt needs Tickets, which no module provides\. Add it to the providers of one\. \[class-not-constructible\]/,
  });
}
