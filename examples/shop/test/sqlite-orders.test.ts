import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { openShop } from '../dist/open-shop.js';
import { storefront } from '../dist/services/storefront.js';
import { Database } from '../dist/sqlite/database.js';
import { fill } from '../dist/sqlite/sample.js';
import { SqliteOrders } from '../dist/sqlite/sqlite-orders.js';

const folder = mkdtempSync(join(tmpdir(), 'shop-orders-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const placed = new Date('2026-05-06T10:00:00.000Z');

function storeWith(stock: Readonly<Record<string, number>>, path = ':memory:') {
  const database = new Database(path);
  const articles = Object.entries(stock).map(([name, left]) => ({ name, price: 10.1, stock: left }));
  fill(database, { articles, orders: [] });
  return new SqliteOrders(database, () => placed);
}

const order = (...articles: string[]) => ({
  customer: 'Ada',
  lines: articles.map((article) => ({ article, quantity: 1 })),
});

test('SqliteOrders.place changes nothing if an article is out of stock', async () => {
  const store = storeWith({ cup: 2, pot: 0 });
  let notifications = 0;
  store.watchStock(() => void (notifications += 1));
  await expect(store.place(order('cup', 'pot'), 'mia')).rejects.toMatchObject({
    name: 'RequestError',
    message: 'Of "pot" only 0 can be had, not 1. Order fewer, or another article',
  });
  expect([await store.articles(), await store.ids(''), notifications]).toEqual([
    [
      { name: 'cup', price: 10.1, stock: 2 },
      { name: 'pot', price: 10.1, stock: 0 },
    ],
    [],
    0,
  ]);
});

test('SqliteOrders.change leaves order and stock unchanged if it fails half way', async () => {
  const store = storeWith({ cup: 2 });
  const { id } = await store.place(order('cup'), 'mia');
  const before = await store.find(id);
  const failing = store.change(id, 'mia', () => ({ status: 'cancelled', restock: true, note: null as never }));
  await expect(failing).rejects.toThrow('NOT NULL constraint failed: event.note');
  expect([await store.find(id), await store.articles()]).toEqual([before, [{ name: 'cup', price: 10.1, stock: 1 }]]);
});

test('SqliteOrders sells the last article once, even from two processes', async () => {
  const path = join(folder, 'two.db');
  const stores = [storeWith({ cup: 3 }, path), new SqliteOrders(new Database(path), () => placed)];
  const results = await Promise.allSettled([0, 1, 0, 1, 0].map((index) => stores[index]!.place(order('cup'), 'mia')));
  expect(results.map((each) => (each.status === 'fulfilled' ? each.value.id : each.reason.message))).toEqual([
    '100001',
    '100002',
    '100003',
    'Of "cup" only 0 can be had, not 1. Order fewer, or another article',
    'Of "cup" only 0 can be had, not 1. Order fewer, or another article',
  ]);
});

test('openShop pages through many orders while more are placed', async () => {
  const path = join(folder, 'many.db');
  const store = storeWith({ cup: 1000 }, path);
  const database = new Database(path);
  const orders = new SqliteOrders(database);
  database.transaction(() => {
    for (let count = 0; count < 203; count += 1) orders.insert(order(), { by: 'mia', at: placed });
  });
  const { runtime, close } = openShop(storefront, path);
  const call = { auth: { principal: 'mia', scopes: ['orders:read'] } };
  const seen: string[][] = [];
  let cursor: string | undefined;
  do {
    const page = await runtime.resources!.list(cursor === undefined ? {} : { cursor }, call);
    seen.push(page.resources.map(({ uri }) => uri));
    cursor = page.nextCursor;
    await store.place(order('cup'), 'mia');
  } while (cursor !== undefined);
  const uris = Array.from({ length: 205 }, (_, index) => `shop://orders/${100_001 + index}`);
  expect(seen).toEqual([uris.slice(0, 100), uris.slice(100, 200), [...uris.slice(200), 'shop://stock']]);
  close();
});

test('openShop keeps orders, and fills a database with samples only once', async () => {
  const path = join(folder, 'kept.db');
  const auth = { principal: 'mia', scopes: ['orders:read', 'orders:write'] };
  const placing = { name: 'web_place_order', arguments: { customer: 'Dan', lines: [{ article: 'mug' }] } };
  const first = openShop(storefront, path);
  await first.runtime.tools.call(placing, { auth });
  first.close();
  const second = openShop(storefront, path);
  const found = await second.runtime.tools.call({ name: 'web_find_orders', arguments: { limit: 2 } }, { auth });
  expect(found.structuredContent).toMatchObject({ result: [{ customer: 'Dan' }, { customer: 'Carl Egli' }] });
  second.close();
});
