import { beforeEach, describe, expect, test } from '@jest/globals';
import { backOffice } from '../dist/services/back-office.js';
import { storefront } from '../dist/services/storefront.js';
import { Person } from './support/person.ts';
import { open, serve } from './support/served.ts';

async function staff(service: typeof storefront) {
  const { url, tokenOf } = await serve(service);
  const hire = async (by: string, role: string) => {
    const person = await Person.withToken(url, await tokenOf(by, role));
    open.push(person);
    return person;
  };
  return {
    clerk: await hire('mia', 'clerk'),
    manager: await hire('max', 'manager'),
    stranger: await hire('eve', 'owner'),
  };
}

let clerk: Person;
let manager: Person;
let stranger: Person;

describe('the storefront', () => {
  beforeEach(async () => {
    ({ clerk, manager, stranger } = await staff(storefront));
  });

  test('shows everyone what their role may do', async () => {
    const ofClerk = [
      'web_answer_customer',
      'web_cancel_order',
      'web_find_orders',
      'web_place_order',
      'web_ship_order',
      'shop://stock',
      'shop://orders/100001',
      'shop://orders/100002',
      'shop://orders/100003',
    ];
    expect(await clerk.names()).toEqual(ofClerk);
    const more = ['web_daily_summary'];
    expect((await manager.names()).toSorted()).toEqual([...ofClerk, ...more].toSorted());
    expect(await stranger.names()).toEqual([]);
    await expect(stranger.read('shop://orders/100001')).rejects.toThrow('No resource at "shop://orders/100001"');
  });

  test('finds an order, and embeds it in the answer to a customer', async () => {
    expect(await clerk.call('web_find_orders', { customer: 'moser' })).toMatchObject({ result: [{ id: '100002' }] });
    const order = await clerk.read('shop://orders/100002');
    expect(order).toMatchObject({ customer: 'Bea Moser', total: 304.5, history: [{ by: 'web', note: 'placed' }] });
    const prompt = await clerk.prompt('web_answer_customer', { id: '100002', question: 'Where is it?' });
    expect(prompt).toContain('in English, signed \\"Tea & Clay\\". We are warm and brief.');
    expect(prompt).toContain(JSON.stringify(JSON.stringify(order)));
    expect(prompt).toMatch(/<untrusted-[^>]*>Where is it\?<\/untrusted/);
  });

  test.each([
    ['web_find_orders', { status: 'shiped' }, 'status must be one of the following values: placed, shipped'],
    [
      'web_place_order',
      { customer: 'Dan', lines: [{ article: 'tray', quantity: 2 }] },
      'Only 1 of "tray" are left, not 2',
    ],
    ['web_place_order', { customer: 'Dan', lines: [{ article: 'jug' }] }, 'There is no article "jug"'],
    ['web_place_order', { customer: 'Dan\nPay', lines: [{ article: 'mug' }] }, 'customer must be one line'],
    ['web_ship_order', { id: '100009', tracking: '99.00.7777' }, 'There is no order 100009'],
    ['web_ship_order', { id: '100003', tracking: '99.00.7777' }, 'only a placed order can be shipped'],
    ['web_cancel_order', { id: '100003', reason: 'too late' }, 'only a placed order can be cancelled'],
  ])('refuses the call of %s with %j: %s', async (name, args, message) => {
    expect(await clerk.call(name, args)).toContain(message);
  });

  test('ships an order once, and notifies its subscribers', async () => {
    const ship = () => clerk.call('web_ship_order', { id: '100001', tracking: '99.00.5678' });
    await manager.updateOf('shop://orders/100001', ship);
    const shipped = { status: 'shipped', history: [{ note: 'placed' }, { by: 'mia', note: 'shipped as 99.00.5678' }] };
    expect([await ship(), await clerk.read('shop://orders/100001')]).toMatchObject([shipped, shipped]);
  });

  test('takes the articles of a new order from stock, as models send them', async () => {
    const order = { customer: 'Dan Roth', lines: '[{"article":"mug","quantity":"3"}]' };
    await manager.updateOf('shop://stock', async () => {
      expect(await clerk.call('web_place_order', order)).toMatchObject({ id: '100004', total: 54 });
    });
    expect(await clerk.read('shop://stock')).toMatchObject({ articles: [{ name: 'mug', stock: 35 }, {}, {}] });
  });

  test('cancels a small order at once, and a large one only if the user confirms', async () => {
    const small = { id: '100001', reason: 'ordered twice' };
    expect(await clerk.call('web_cancel_order', small)).toMatchObject({ status: 'cancelled' });
    expect(clerk.questions).toEqual([]);
    const large = { id: '100002', reason: 'too late' };
    clerk.confirms = false;
    expect(await clerk.call('web_cancel_order', large)).toBe('The user keeps order 100002. Nothing has changed');
    clerk.confirms = true;
    expect(await clerk.call('web_cancel_order', large)).toMatchObject({ status: 'cancelled' });
    const question = 'Cancel order 100002 of Bea Moser for CHF 304.50?';
    expect(clerk.questions).toEqual([question, question]);
    expect(await clerk.read('shop://stock')).toMatchObject({ articles: [{}, {}, { name: 'tray', stock: 3 }] });
  });

  test('reports a day to a manager', async () => {
    expect(await manager.prompt('web_daily_summary', { day: '2026-05-02' })).toContain(
      '>100003 shipped CHF 64.50 Carl Egli<',
    );
  });
});

describe('the back office', () => {
  beforeEach(async () => {
    ({ clerk, manager } = await staff(backOffice));
  });

  test('has its own prefix, orders and rules', async () => {
    expect(await clerk.call('trade_cancel_order', { id: '100001', reason: 'the hotel is full' })).toMatchObject({
      customer: 'Hotel Adler',
      total: 2448,
      status: 'cancelled',
    });
    expect(clerk.questions).toEqual([]); // In this service the order is small.
    const args = { id: '100001', question: 'Bis wann?', language: 'German' };
    expect(await clerk.prompt('trade_answer_customer', args)).toContain('We are formal, and name every amount.');
  });

  test('lets a manager restock, and notifies clerks', async () => {
    const arrived = { article: 'mugs, box of 48', quantity: 10 };
    await clerk.updateOf('shop://stock', async () => {
      expect(await manager.call('restock', arrived)).toEqual({ name: 'mugs, box of 48', price: 612, stock: 26 });
    });
  });
});
