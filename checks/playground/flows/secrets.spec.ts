import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.js';

test('masks secrets at any depth, and stores none', async ({ page, playground, result }) => {
  const calls = await addSecrets(page);
  await playground.go(`/tool/create_order?values=${encodeURIComponent('{"pin":"secret-0"}')}`);
  await expect(page).not.toHaveURL(/secret-0/);
  await playground.field('product').fill('KEEL-7');
  await playground.field('pin').fill('secret-1');
  await playground.button('Add card').click();
  await playground.field('holder').fill('Ann');
  await playground.field('number').fill('secret-2');
  await playground.button('Add to codes').click();
  await page.getByLabel('codes 1', { exact: true }).fill('secret-3');
  for (const name of ['pin', 'number', 'codes 1'])
    await expect(page.locator('.field').getByLabel(name, { exact: true })).toHaveAttribute('type', 'password');
  await playground.expectAccessible('secrets');
  await playground.button('Call').click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toHaveText(/"pin": "•••"[^]*"holder": "Ann"[^]*"number": "•••"/);
  await expect(page.locator('body')).not.toHaveText(/secret-\d/);
  await playground.button('Call tool').click();
  const card = { holder: 'Ann', number: 'secret-2' };
  await expect.poll(() => calls).toEqual([{ product: 'KEEL-7', pin: 'secret-1', card, codes: ['secret-3'] }]);
  await expect(result).toHaveText(/"id": "1004"/);
  await playground.button('Edit as JSON').click();
  await expect(page.getByLabel('JSON object with all arguments')).not.toHaveValue(/secret-\d/);
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await expect(playground.field('pin')).toHaveValue('secret-1');
  const kept = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage, location.href, history.state]));
  expect(kept).toMatch(/KEEL-7[^]*Ann/);
  expect(kept).not.toMatch(/secret-\d/);
  await page.reload();
  await expect(playground.field('product')).toHaveValue('KEEL-7');
  await expect(playground.field('pin')).toHaveValue('');
});

/** Adds secrets to the schema of a tool. Returns the arguments of its calls, which the server gets without the secrets. */
async function addSecrets(page: Page): Promise<unknown[]> {
  const calls: unknown[] = [];
  await page.route('**/definitions/tool/create_order', async (route) => {
    const response = await route.fetch();
    const detail = await response.json();
    Object.assign(detail.schema.properties, {
      pin: { type: 'string', format: 'password' },
      card: {
        type: 'object',
        properties: { holder: { type: 'string' }, number: { type: 'string', writeOnly: true } },
        additionalProperties: false,
      },
      codes: { type: 'array', items: { type: 'string', format: 'password' } },
    });
    await route.fulfill({ response, json: { ...detail, arguments: [] } });
  });
  await page.route('**/mcp', async (route) => {
    const { params, ...message } = route.request().postDataJSON();
    if (message.method !== 'tools/call') return route.continue();
    calls.push(params.arguments);
    const { product } = params.arguments;
    return route.continue({ postData: { ...message, params: { ...params, arguments: { product } } } });
  });
  return calls;
}
