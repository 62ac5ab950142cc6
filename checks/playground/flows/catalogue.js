import assert from 'node:assert/strict';
import { eventually } from '../visit.js';

/** @type {readonly import('../check.js').Flow[]} */
export const CATALOGUE = [
  {
    title: 'the catalogue is narrowed by words, kind, tag and pack',
    async run(visit) {
      const { page } = visit;
      const names = () => page.locator('.entry-title').allInnerTexts();
      const shows = (/** @type {readonly string[]} */ ...wanted) =>
        eventually(async () => assert.deepEqual(await names(), wanted));
      const tag = page.getByLabel('Tag', { exact: true });
      await tag.waitFor();
      assert.deepEqual(await tag.locator('option').allInnerTexts(), ['Any tag', 'code', 'quality', 'shop', 'writing']);
      await tag.selectOption('code');
      await shows('Explain an error', 'Review code');
      await page.getByRole('searchbox').fill('stack');
      await shows('Explain an error');
      await page.getByRole('searchbox').fill('harbour');
      await visit.reads(page.getByRole('navigation', { name: 'Catalogue' }), /Nothing matches/);
      await visit.accessible('nothing matches');
      await page.getByRole('searchbox').fill('');
      await tag.selectOption('shop');
      await page.getByRole('button', { name: /^Resources/ }).click();
      await shows('House rules', 'An order', 'A flag');
      await tag.selectOption('');
      await page.getByRole('button', { name: /^Resources/ }).click();
      await page.getByLabel('Pack').selectOption('orders');
      await page.getByRole('button', { name: /^Tools/ }).click();
      await shows('Create an order', 'Delete an order', 'Find orders', 'Pay an order back');
      await page.getByRole('searchbox').fill('writing');
      await page.getByLabel('Pack').selectOption('');
      await page.getByRole('button', { name: /^Tools/ }).click();
      await shows('Write a letter', 'Summarise', 'Write minutes');
      await visit.accessible('a narrowed catalogue');
    },
  },
  {
    title: 'the catalogue says what has versions and what is deprecated, and an item its tags, pack and labels',
    async run(visit) {
      const { page } = visit;
      const facts = page.getByRole('list', { name: 'About it' }).getByRole('listitem');
      await visit.reads(page.getByRole('link', { name: /Summarise/ }), /summary · 2 versions/);
      await visit.reads(page.getByRole('link', { name: /Write minutes/ }), /deprecated/);
      await visit.go('/prompt/review_code');
      await eventually(async () => assert.deepEqual(await facts.allInnerTexts(), ['code', 'quality']));
      await visit.go('/prompt/summary');
      await eventually(async () => assert.deepEqual(await facts.allInnerTexts(), ['production', 'writing']));
      await visit.go('/tool/create_order');
      await eventually(async () =>
        assert.deepEqual(await facts.allInnerTexts(), ['not destructive', 'pack orders', 'shop']),
      );
      await visit.go('/prompt/minutes');
      await visit.reads(page.getByRole('main'), /Deprecated\. Use summary/);
    },
  },
];
