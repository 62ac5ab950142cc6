import assert from 'node:assert/strict';
import type { CallRecord } from '@cuecard/interceptors';
import { serveHttp } from '@cuecard/server';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { container } from 'tsyringe';
import { answersAt, travelPack } from './answers.js';
import { AuditTrail } from './audit.js';
import { redisAt, sharedLimiter } from './limiter.js';
import { WhatToWear } from './prompts.js';
import { runtimeOf } from './runtime.js';

// Everything that the page on interceptors says, asked by an official client. No Redis listens at this address: the
// limiter and the cache have to go on without.
const REDIS = 'redis://127.0.0.1:1';
const redis = redisAt(REDIS);
redis.connect().catch(() => {}); // It is ended below.
const store = answersAt(REDIS);
const warnings: string[] = [];
const travel = travelPack(store);
const reports = { error: () => {}, warn: (line: string) => warnings.push(line) };
const records: CallRecord[] = [];
const logger = {
  info: (record: CallRecord) => records.push(record),
  error: (record: CallRecord) => records.push(record),
};

const runtime = runtimeOf(container, { logger, limiter: sharedLimiter(redis), travel, reports });
const server = await serveHttp(runtime, { name: 'interceptors', version: '1.0.0', port: 0 });
const client = await connect('story');

await askTwice();
await refuseLongTowns();
await showByTeam();
await log();
await packWithoutRedis();
await limitTheRate();

await client.close();
await server.close();
redis.destroy();
await store.disconnect();
console.log('interceptors: every example of the page on interceptors does what it says');

async function connect(name: string): Promise<Client> {
  const connected = new Client({ name, version: '1.0.0' });
  await connected.connect(new StreamableHTTPClientTransport(new URL(server.url)) as Transport);
  return connected;
}

async function askTwice(): Promise<void> {
  const asked = { name: 'what_to_wear', arguments: { town: 'Ghent' } };
  const answers = [await client.getPrompt(asked), await client.getPrompt(asked)];
  for (const { messages } of answers)
    assert.deepEqual(
      messages.map(({ content }) => content.type === 'text' && content.text),
      ['In Ghent rain is expected. What should I wear?', 'Answer in plain English, in short sentences.'],
    );
  assert.equal(WhatToWear.asked, 1);
  assert.deepEqual(container.resolve(AuditTrail).entries, ['story got what_to_wear', 'story got what_to_wear']);
}

async function refuseLongTowns(): Promise<void> {
  await assert.rejects(client.getPrompt({ name: 'what_to_wear', arguments: { town: 'x'.repeat(61) } }), {
    code: -32602,
    message: 'MCP error -32602: Invalid arguments for prompt "what_to_wear": town must be at most 60 characters long',
  });
}

async function showByTeam(): Promise<void> {
  const payroll = await connect('payroll-desk');
  const names = async (asking: Client) => (await asking.listPrompts()).prompts.map(({ name }) => name);
  assert.deepEqual(
    [await names(payroll), await names(client)],
    [
      ['packing_list', 'payslip', 'what_to_wear'],
      ['packing_list', 'what_to_wear'],
    ],
  );
  await payroll.getPrompt({ name: 'payslip' });
  await assert.rejects(client.getPrompt({ name: 'payslip' }), { code: -32602 });
  await payroll.close();
}

async function log(): Promise<void> {
  const [first] = records;
  assert.deepEqual(first && [first.method, first.prompt, first.client, first.arguments, first.outcome], [
    'prompts/get',
    'what_to_wear',
    'story',
    { town: '5 characters' },
    'ok',
  ]);
  assert.deepEqual(
    records.map(({ outcome }) => outcome),
    ['ok', 'ok', -32602, 'ok', 'ok', 'ok', -32602],
  );
}

async function packWithoutRedis(): Promise<void> {
  const traveller = await connect('traveller');
  for (let call = 0; call < 2; call += 1) await traveller.getPrompt({ name: 'packing_list' });
  assert.deepEqual(warnings, ['The cache fails: prompts are rendered again']);
  await traveller.close();
}

async function limitTheRate(): Promise<void> {
  const lists = await Promise.allSettled(Array.from({ length: 4 }, () => client.listPrompts()));
  const refused = lists.flatMap((each) => (each.status === 'rejected' ? [each.reason as { code: number }] : []));
  assert.deepEqual(
    refused.map(({ code }) => code),
    [429],
  );
}
