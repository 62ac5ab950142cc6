import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { Runtime } from '@cuecard/core';
import { serveHttp } from '@cuecard/server';
import { fromContainer, tokenOf } from '@cuecard/tsyringe';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { container } from 'tsyringe';
import { ChangeTrip } from './change-trip.js';
import { Directory, SmallDirectory } from './directory.js';
import { inGerman } from './in-german.js';
import { misspelt, planned } from './in-process.js';
import { Invitation } from './invitation.js';
import { limited } from './limited.js';
import { ConfirmOrder } from './order.js';
import { Search } from './search.js';
import { storedPrompts } from './stored-prompts.js';
import { PlanTrip } from './trip.js';

// Everything that docs/arguments.md and docs/completion.md say, asked by an official client.
container.register(tokenOf(Directory), { useClass: SmallDirectory });
const prompts = [PlanTrip, ChangeTrip, Search, Invitation, ConfirmOrder, ...storedPrompts];
const runtime = new Runtime({ prompts, resolver: fromContainer(container) });
const server = await serveHttp(runtime, { name: 'arguments', version: '1.0.0', port: 0 });
const client = new Client({ name: 'story', version: '1.0.0' });
await client.connect(new StreamableHTTPClientTransport(new URL(server.url)) as Transport);

const [sent, told, refused] = await jsonIn('../../../docs/arguments.md');
await planTrips();
await search();
await confirmOrder();
await useOtherPrompts();
await speakGerman();
await complete();

await client.close();
await server.close();
console.log('arguments: every example of the pages on arguments and completion does what they say');

async function planTrips(): Promise<void> {
  const plan = 'Plan a leisurely trip for 4 from 2026-05-01 on, by train or boat: Bern (nights: 2), Chur (nights: 1).';
  assert.deepEqual(await textOf('plan_trip', sent as Record<string, string>), plan);
  const { prompts: listed } = await client.listPrompts();
  const trip = listed.find(({ name }) => name === 'plan_trip');
  assert.deepEqual(trip?.arguments, told);
  const { _meta: meta } = trip ?? {};
  const schema = meta?.['dev.cuecard/schema'] as { properties: { people: object }; required: string[] };
  assert.deepEqual(schema.properties.people, {
    description: 'How many people travel',
    type: 'integer',
    maximum: 9,
    default: 2,
  });
  assert.deepEqual(schema.required, ['start', 'stops']);
  const wrong = { start: '2026-02-30', stops: '[{ "city": "Bern", "nights": "many" }]', people: '10', peple: '1' };
  assert.deepEqual(await dataOf('plan_trip', wrong), refused);
  const inProcess = 'Plan a leisurely trip for 2 from 2026-05-01 on, by foot: Bern (nights: 2).';
  assert.deepEqual(planned, { messages: [{ role: 'user', content: { type: 'text', text: inProcess } }] });
}

async function search(): Promise<void> {
  const given = {
    query: ' Decorators ',
    period: '{ "since": "2026-01-01" }',
    options: '{ "fuzzy": true }',
    where: 'folder',
    folder: 'docs',
    separator: '',
  };
  const since = new Date('2026-01-01').toJSON();
  const read = { ...given, query: 'decorators', period: { since }, options: { fuzzy: true } };
  assert.deepEqual(JSON.parse(await textOf('search', given)), read);
  const byDefault = { query: 'x', where: 'everywhere', separator: ', ' };
  assert.deepEqual(JSON.parse(await textOf('search', { query: 'x', period: '', where: '' })), byDefault);
  assert.deepEqual(await faultsOf('search', { query: 'x', where: 'folder', period: '{ "since": "then" }' }), [
    'period.since must be a Date instance',
    'folder is required',
  ]);
  const long = limited.prompts.get({ name: 'search', arguments: { query: 'x'.repeat(101) } });
  await assert.rejects(long, { message: /: query must be at most 100 characters long$/ });
}

async function confirmOrder(): Promise<void> {
  const order = {
    order_id: 'A-1',
    line_items: '[{ "product_code": "pen", "quantity": 2 }, { "product_code": "ink" }]',
  };
  assert.equal(await textOf('confirm_order', order), 'Confirm order A-1 (standard): 2 × pen, 1 × ink.');
  assert.deepEqual(await faultsOf('confirm_order', { orderId: 'A-1', line_items: '[{}]', delivery: 'slow' }), [
    'order_id is required',
    'line_items[0].product_code is required',
    'delivery must be one of standard, express',
    'orderId is not a known argument; did you mean order_id?',
  ]);
  const ref = { type: 'ref/prompt', name: 'confirm_order' } as const;
  const { completion } = await client.complete({ ref, argument: { name: 'order_id', value: '' } });
  assert.deepEqual(completion.values, ['A-1', 'A-2']);
}

async function useOtherPrompts(): Promise<void> {
  const change = { wish: 'More lakes', stops: '[{ "city": "Thun" }]' };
  assert.equal(await textOf('change_trip', change), 'Change the trip to Thun: More lakes');
  assert.deepEqual(await faultsOf('change_trip', { start: '2026-05-01' }), [
    'wish is required',
    'start is not a known argument',
  ]);
  assert.equal(await textOf('thank', { who: 'Ada' }), 'Thank Ada in English.');
  assert.deepEqual(await faultsOf('greet', { who: 'Ada', language: 'Latin' }), [
    'language must be one of the following values: English, German, French',
  ]);
  await assert.rejects(misspelt(), { message: /: peple is not a known argument; did you mean people\?$/ });
}

async function speakGerman(): Promise<void> {
  await assert.rejects(inGerman.prompts.get({ name: 'plan_trip', arguments: { start: 'morgen' } }), {
    message: 'Invalid arguments for prompt "plan_trip": start muss ein Datum sein, etwa 2026-05-01; stops fehlt',
  });
}

async function complete(): Promise<void> {
  const all = (...values: string[]) => ({ values, total: values.length, hasMore: false });
  assert.deepEqual(await suggested('team', 'co'), all('compiler', 'core library'));
  assert.deepEqual(await suggested('team', 'lib'), all('core library'));
  assert.deepEqual(await suggested('team', 'cry'), all('core library'));
  assert.deepEqual(await suggested('time', '1'), all('11:00', '14:00', '16:00'));
  assert.deepEqual(await suggested('people', 'Ada, Gr'), all('Ada,Grace'));
  assert.deepEqual(await suggested('people', '', { team: 'compiler' }), all('Grace', 'Frances'));
  assert.deepEqual(await suggested('room', '1'), { values: ['Room 1', 'Room 10', 'Room 11'], total: 4, hasMore: true });
  assert.deepEqual(await suggested('tone', 'f'), all('formal', 'friendly', 'funny'));
  assert.deepEqual(await suggested('cake', 't'), all('true'));
  assert.deepEqual(await suggested('nobody', 't'), all());
}

async function textOf(name: string, args: Record<string, string>): Promise<string> {
  const { messages } = await client.getPrompt({ name, arguments: args });
  return messages.map(({ content }) => (content.type === 'text' ? content.text : '')).join('\n');
}

async function dataOf(name: string, args: Record<string, string>): Promise<unknown> {
  const error: unknown = await client.getPrompt({ name, arguments: args }).catch((reason: unknown) => reason);
  return (error as { data: unknown }).data;
}

async function faultsOf(name: string, args: Record<string, string>): Promise<string[]> {
  const { errors } = (await dataOf(name, args)) as { errors: { message: string }[] };
  return errors.map(({ message }) => message);
}

async function suggested(name: string, value: string, given?: Record<string, string>) {
  const ref = { type: 'ref/prompt', name: 'invitation' } as const;
  const context = given && { context: { arguments: given } };
  return (await client.complete({ ref, argument: { name, value }, ...context })).completion;
}

/** The JSON that a page shows. */
async function jsonIn(page: string): Promise<unknown[]> {
  const text = await readFile(new URL(page, import.meta.url), 'utf8');
  return [...text.matchAll(/```json\n([^]*?)```/g)].map(([, json = '']) => JSON.parse(json) as unknown);
}
