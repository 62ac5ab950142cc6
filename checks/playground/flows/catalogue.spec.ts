import { expect, test } from '../fixtures.js';

test('filters by words, kind, tag and pack', async ({ page, playground }) => {
  const titles = page.locator('.entry-title');
  const tag = page.getByLabel('Tag', { exact: true });
  await expect(tag.locator('option')).toHaveText(['Any tag', 'code', 'quality', 'shop', 'writing']);
  await tag.selectOption('code');
  await expect(titles).toHaveText(['Explain an error', 'Review code']);
  await page.getByRole('searchbox').fill('stack');
  await expect(titles).toHaveText(['Explain an error']);
  await page.getByRole('searchbox').fill('harbour');
  await expect(page.getByRole('navigation', { name: 'Catalogue' })).toHaveText(/Nothing matches/);
  await playground.expectAccessible('nothing matches');
  await page.getByRole('searchbox').fill('');
  await tag.selectOption('shop');
  await page.getByRole('button', { name: /^Resources/ }).click();
  await expect(titles).toHaveText(['House rules', 'An order', 'A flag']);
  await tag.selectOption('');
  await page.getByRole('button', { name: /^Resources/ }).click();
  await page.getByLabel('Pack').selectOption('orders');
  await page.getByRole('button', { name: /^Tools/ }).click();
  await expect(titles).toHaveText(['Create an order', 'Delete an order', 'Find orders', 'Pay an order back']);
  await page.getByRole('searchbox').fill('writing');
  await page.getByLabel('Pack').selectOption('');
  await page.getByRole('button', { name: /^Tools/ }).click();
  await expect(titles).toHaveText(['Write a letter', 'Summarise', 'Write minutes']);
  await playground.expectAccessible('a narrowed catalogue');
});

test('shows versions, deprecations, tags, packs and labels', async ({ main, page, playground }) => {
  const facts = page.getByRole('list', { name: 'About it' }).getByRole('listitem');
  await expect(page.getByRole('link', { name: /Summarise/ })).toHaveText(/summary · 2 versions/);
  await expect(page.getByRole('link', { name: /Write minutes/ })).toHaveText(/deprecated/);
  await playground.go('/prompt/review_code');
  await expect(facts).toHaveText(['code', 'quality']);
  await playground.go('/prompt/summary');
  await expect(facts).toHaveText(['production', 'writing']);
  await playground.go('/tool/create_order');
  await expect(facts).toHaveText(['not destructive', 'pack orders', 'shop']);
  await playground.go('/prompt/minutes');
  await expect(main).toHaveText(/Deprecated\. Use summary/);
});
