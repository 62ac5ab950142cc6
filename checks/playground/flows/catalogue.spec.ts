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
  await expect(page.getByRole('navigation', { name: 'Catalogue' })).toHaveText(/No matches/);
  await playground.expectAccessible('nothing matches');
  await page.getByRole('searchbox').fill('');
  await tag.selectOption('shop');
  await page.getByRole('button', { name: /^Resources/ }).click();
  await expect(titles).toHaveText(['House rules', 'An order', 'A flag']);
  await tag.selectOption('');
  await page.getByRole('button', { name: /^Resources/ }).click();
  await page.getByLabel('Pack').selectOption('orders');
  await page.getByRole('button', { name: /^Tools/ }).click();
  await expect(titles).toHaveText([
    'Audit orders',
    'Create an order',
    'Delete an order',
    'Find orders',
    'Pay an order back',
  ]);
  await page.getByRole('searchbox').fill('writing');
  await page.getByLabel('Pack').selectOption('');
  await expect(page.getByRole('group', { name: 'Kind' })).toHaveText('Prompts 3Tools 0Resources 0');
  await page.getByRole('button', { name: /^Tools/ }).click();
  await expect(titles).toHaveText(['Write a letter', 'Summarise', 'Write minutes']);
  await playground.expectAccessible('a narrowed catalogue');
});

test('shows versions, deprecations, tags, packs and labels', async ({ main, page, playground }) => {
  const facts = page.getByRole('list', { name: 'Details' }).getByRole('listitem');
  await expect(page.getByRole('link', { name: /Summarise/ })).toHaveText(/summary2 versionsSummarises/);
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

test('begins with a rendered prompt, and shows counts, the endpoint and the clients', async ({
  main,
  page,
  playground,
  result,
  stage,
}) => {
  await expect(page.getByRole('list', { name: 'Contents' })).toHaveText('8 prompts5 tools3 resources');
  await expect(main).toContainText(`${stage.origin}/mcp`);
  await playground.tab('VS Code').click();
  await expect(main).toContainText('"servers"');
  await playground.button('5 tools').click();
  await expect(page.getByRole('searchbox')).toBeFocused();
  await expect(page.locator('.entry-title')).toHaveCount(5);
  await main.getByRole('link', { name: 'Try it' }).click();
  await expect(result).toHaveText(/2 messages[^]*Explain this error/);
});

test('begins with a prompt for a caller with its scopes if all items need some', async ({
  main,
  page,
  playground,
  result,
}) => {
  await page.route('**/catalogue?from=0', async (route) => {
    const response = await route.fetch();
    const json = await response.json();
    for (const entry of json.entries) entry.scopes = ['desk:read'];
    await route.fulfill({ response, json });
  });
  await page.reload();
  await expect(main).toHaveText(/calls with scope desk:read/);
  await main.getByRole('link', { name: 'Try it' }).click();
  await expect(playground.button('Call as developer · 1 scope')).toBeVisible();
  await expect(result).toHaveText(/Explain this error/);
});

test('calls as a caller with the scopes that an item needs', async ({ main, page, playground, result }) => {
  const entry = page.locator('.entries').getByRole('link', { name: /Audit orders/ });
  await expect(entry).toHaveText(/needs orders:audit/);
  await entry.click();
  await playground.button('Call').click();
  await expect(result).toHaveText(/Unknown tool "audit_orders"/);
  await expect(main).toHaveText(/requires the scope orders:audit/);
  await playground.expectAccessible('a missing scope');
  await playground.button('Add scope').click();
  await expect(playground.button('Call')).toBeFocused();
  await expect(entry).not.toHaveText(/needs/);
  await playground.button('Call').click();
  await expect(result).toHaveText(/counted for developer/);
  await playground.button('Call as developer · 1 scope').click();
  await playground.expectAccessible('the caller');
  await page.getByLabel('Identity', { exact: true }).fill('Ännchen & co');
  await page.getByLabel('Other scopes').fill('orders:write');
  await playground.button('Apply').click();
  await expect(playground.button('Call as Ännchen & co · 2 scopes')).toBeFocused();
  await playground.button('Call').click();
  await expect(result).toHaveText(/counted for Ännchen & co/);
  await page.reload();
  await playground.button('Call as Ännchen & co · 2 scopes').click();
  await playground.button('Call anonymously').click();
  await playground.button('Call').click();
  await expect(result).toHaveText(/Unknown tool "audit_orders"/);
});
