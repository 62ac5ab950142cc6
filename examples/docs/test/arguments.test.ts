import { Runtime } from '@cuecard/core';
import { connect } from '@cuecard/testing';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import {
  ChangeTrip,
  ConfirmOrder,
  inGerman,
  limited,
  misspelt,
  planned,
  PlanTrip,
  Search,
  storedPrompts,
} from '../dist/arguments.js';
import { jsonIn } from './support/pages.ts';
import { argumentErrorsOf, textsOf } from './support/results.ts';

let client: Awaited<ReturnType<typeof connect>>;
beforeAll(async () => {
  client = await connect(new Runtime({ prompts: [PlanTrip, ChangeTrip, Search, ConfirmOrder, ...storedPrompts] }));
});
afterAll(() => client.close());

type Args = Record<string, string>;
const get = (name: string, args: Args) => client.getPrompt({ name, arguments: args });
const textOf = async (name: string, args: Args) => textsOf(await get(name, args)).join('\n');
const errorsOf = (name: string, args: Args) => argumentErrorsOf(get(name, args));

test('PlanTrip accepts, lists and rejects the JSON of the page', async () => {
  const [sent, listed, rejected] = await jsonIn('arguments.md');
  expect(await textOf('plan_trip', sent as Args)).toBe(
    'Plan a leisurely trip for 4 from 2026-05-01 on, by train or boat: Bern (nights: 2), Chur (nights: 1).',
  );
  const trip = (await client.listPrompts()).prompts.find(({ name }) => name === 'plan_trip');
  expect(trip?.arguments).toEqual(listed);
  expect(trip?._meta?.['dev.cuecard/schema']).toMatchObject({
    properties: { people: { description: 'How many people travel', type: 'integer', maximum: 9, default: 2 } },
    required: ['start', 'stops'],
  });
  const wrong = { start: '2026-02-30', stops: '[{ "city": "Bern", "nights": "many" }]', people: '10', peple: '1' };
  await expect(get('plan_trip', wrong)).rejects.toMatchObject({ data: rejected });
});

test('PlanTrip takes typed arguments in process', async () => {
  expect(textsOf(planned)).toEqual(['Plan a leisurely trip for 2 from 2026-05-01 on, by foot: Bern (nights: 2).']);
  await expect(misspelt()).rejects.toThrow(/: peple is not a known argument; did you mean people\?$/);
});

test('Search transforms, nests and requires arguments conditionally', async () => {
  const given = { query: ' Decorators ', options: '{ "fuzzy": true }', where: 'folder', folder: 'docs', separator: '' };
  const period = '{ "since": "2026-01-01" }';
  expect(JSON.parse(await textOf('search', { ...given, period }))).toEqual({
    ...given,
    query: 'decorators',
    options: { fuzzy: true },
    period: { since: '2026-01-01T00:00:00.000Z' },
  });
  expect(JSON.parse(await textOf('search', { query: 'x', period: '', where: '' }))).toEqual({
    query: 'x',
    where: 'everywhere',
    separator: ', ',
  });
  expect(await errorsOf('search', { query: 'x', where: 'folder', period: '{ "since": "then" }' })).toEqual([
    'period.since must be a Date instance',
    'folder is required',
  ]);
});

test('limited rejects long arguments', async () => {
  const call = limited.prompts.get({ name: 'search', arguments: { query: 'x'.repeat(101) } });
  await expect(call).rejects.toThrow(/: query must be at most 100 characters long$/);
});

test('ConfirmOrder uses wire names in arguments, errors and completions', async () => {
  const line_items = '[{ "product_code": "pen", "quantity": 2 }, { "product_code": "ink" }]';
  expect(await textOf('confirm_order', { order_id: 'A-1', line_items })).toBe(
    'Confirm order A-1 (standard): 2 × pen, 1 × ink.',
  );
  expect(await errorsOf('confirm_order', { orderId: 'A-1', line_items: '[{}]', delivery: 'slow' })).toEqual([
    'order_id is required',
    'line_items[0].product_code is required',
    'delivery must be one of standard, express',
    'orderId is not a known argument; did you mean order_id?',
  ]);
  const ref = { type: 'ref/prompt', name: 'confirm_order' } as const;
  const { completion } = await client.complete({ ref, argument: { name: 'order_id', value: '' } });
  expect(completion.values).toEqual(['A-1', 'A-2']);
});

test('ChangeTrip has the mapped arguments of PlanTrip', async () => {
  const change = { wish: 'More lakes', stops: '[{ "city": "Thun" }]' };
  expect(await textOf('change_trip', change)).toBe('Change the trip to Thun: More lakes');
  expect(await errorsOf('change_trip', { start: '2026-05-01' })).toEqual([
    'wish is required',
    'start is not a known argument',
  ]);
});

test('storedPrompts validate the arguments of rows', async () => {
  expect(await textOf('thank', { who: 'Ada' })).toBe('Thank Ada in English.');
  expect(await errorsOf('greet', { who: 'Ada', language: 'Latin' })).toEqual([
    'language must be one of the following values: English, German, French',
  ]);
});

test('inGerman translates the messages of errors', async () => {
  await expect(inGerman.prompts.get({ name: 'plan_trip', arguments: { start: 'morgen' } })).rejects.toThrow(
    'Invalid arguments for prompt "plan_trip": start muss ein Datum sein, etwa 2026-05-01; stops fehlt',
  );
});
