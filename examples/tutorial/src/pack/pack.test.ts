import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  callTool,
  expectFenced,
  expectArgumentErrors,
  expectSafe,
  expectText,
  fakeContext,
  renderPrompt,
} from '@cuecard/testing';
import { Answer } from './answer.js';
import { CloseTicket } from './close-ticket.js';
import { Tickets } from './tickets.js';

const closed: string[] = [];
const tickets: Tickets = {
  find: async (id) => (id === 'T-1' ? { id, text: 'The printer is on fire' } : undefined),
  close: async (id) => void closed.push(id),
};
const provide = [[Tickets, tickets]] as const;

test('the answer fences what the customer wrote', async () => {
  const result = await renderPrompt(Answer, { id: 'T-1', tone: 'formal' }, { provide });
  expectText(result, 'a formal answer', 'user');
  expectFenced(result, 'The printer is on fire');
});

test('a wrong number and a wrong tone are refused', async () => {
  await expectArgumentErrors(renderPrompt(Answer, { id: '1', tone: 'rude' }, { provide }), {
    id: 'matches',
    tone: 'isIn',
  });
});

test('a ticket is closed only after the user has agreed', async () => {
  const no = fakeContext({ answers: [{ sure: false }] });
  await callTool(CloseTicket, { id: 'T-1' }, { provide, context: no });
  assert.deepEqual(closed, []);
  const yes = fakeContext({ answers: [{ sure: true }] });
  await callTool(CloseTicket, { id: 'T-1' }, { provide, context: yes });
  assert.deepEqual(closed, ['T-1']);
});

test('no argument gets out of its fence', async () => {
  await expectSafe(Answer, { provide, args: { id: 'T-1' } });
});
