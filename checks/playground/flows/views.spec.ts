import type { Locator } from '@playwright/test';
import { expect, test } from '../fixtures.js';

test('selects and compares versions', async ({ page, playground, result }) => {
  await playground.go('/prompt/summary');
  await playground.button('Fill in the example').click();
  await expect(result).toHaveText(/in three sentences/);
  await playground.tab('Compare').click();
  await expect(result).toHaveText(/version 1\.0\.0 previous/);
  await expect(result.locator('del')).toHaveText(['five']);
  await expect(result.locator('ins')).toHaveText(['three', ', the outcome first']);
  await playground.expectAccessible('a comparison');
  await result.getByLabel('Compare').selectOption('current result');
  await result.getByLabel('with').selectOption('version 1.0.0 previous');
  await expect(result.locator('ins')).toHaveText(['five']);
  await page.getByLabel('Version', { exact: true }).selectOption('1.0.0');
  await expect(page).toHaveURL(/summary%401\.0\.0/);
  await playground.tab('Result').click();
  await expect(result).toHaveText(/in five sentences/);
});

test('shows a prompt as each client shows it', async ({ page, playground, result }) => {
  await playground.go('/prompt/everything?tab=clients');
  await expect(result).toHaveText(/As any client sees it/);
  await page.getByLabel('Revision').selectOption('2024-11-05');
  await page.getByRole('button', { name: /^opencode/ }).click();
  await expect(result).toHaveText(/As opencode sees it[^]*List entry[^]*"name": "note"/);
  await playground.expectAccessible('clients');
  await playground.go('/tool/find_orders?tab=clients');
  await expect(result).toHaveText(/List entry|inputSchema/);
});

test('keeps a long form, its result and the tabs visible', async ({ heading, page, playground, result }) => {
  await page.setViewportSize({ width: 1280, height: 600 });
  await playground.go('/prompt/plan_trip');
  await playground.button('Fill in the example').click();
  await playground.button('Render').scrollIntoViewIfNeeded();
  await expect(result.getByText('Delft (2), Ghent (1)')).toBeInViewport();
  await playground.go('/prompt/everything');
  await expect(result).toHaveText(/6 messages/);
  await result.getByText('I have read all of it.').scrollIntoViewIfNeeded();
  await expect(playground.tab('Protocol')).toBeInViewport({ ratio: 0.9 });
  await expect(heading).toBeInViewport();
});

test('copies the endpoint and a snippet for each client', async ({ page, playground, stage }) => {
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  await page.getByRole('link', { name: 'Connect' }).click();
  await page.getByRole('button', { name: 'Copy: Endpoint' }).click();
  await expect.poll(copied).toBe(`${stage.origin}/mcp`);
  await page.getByRole('button', { name: 'Copy: Claude Code' }).click();
  await expect.poll(copied).toMatch(/^claude mcp add/);
  await playground.tab('Claude Code').press('ArrowLeft');
  await expect(playground.tab('Cursor')).toBeFocused();
  await page.getByRole('button', { name: 'Copy: Cursor' }).click();
  await expect.poll(copied).toMatch(/mcpServers/);
  await playground.expectAccessible('connect');
});

test('sends headers for an endpoint that authenticates its clients', async ({ page, playground }) => {
  await playground.button('Call as anonymous').click();
  await page.getByText('Use HTTP headers instead').click();
  await page.getByLabel('HTTP headers, one per line').fill('X-Tenant: harbour\nno header');
  await playground.button('Apply').click();
  const request = page.waitForRequest((each) => each.headers()['mcp-method'] === 'prompts/get');
  await playground.go('/prompt/everything');
  expect((await request).headers()).toMatchObject({ 'x-tenant': 'harbour' });
  await expect(playground.button('Call as custom headers')).toBeVisible();
});

test('restores the values of an earlier result', async ({ page, playground, result }) => {
  await page.clock.install();
  await playground.go('/prompt/explain_error');
  await playground.field('trace').fill('first');
  await expect(result).toHaveText(/first/);
  await page.clock.fastForward(2_100); // Results that follow faster replace each other.
  await playground.field('trace').fill('second');
  await expect(result).toHaveText(/second/);
  await playground.tab('History').click();
  await expect(result.locator('.values')).toHaveText(['trace: second', 'trace: first']);
  await playground.expectAccessible('history');
  await playground.tab('Compare').click();
  await result.getByLabel('Compare').selectOption({ label: await optionWith(result, 'trace: first') });
  await expect(result.locator('del')).toHaveText(['first']);
  await expect(result.locator('ins')).toHaveText(['second']);
  await playground.tab('History').click();
  await result
    .getByRole('button', { name: /Use these values/ })
    .last()
    .click();
  await expect(playground.field('trace')).toHaveValue('first');
});

/** The first option with a text. */
async function optionWith(result: Locator, text: string): Promise<string> {
  return (await result.getByRole('option').filter({ hasText: text }).first().textContent()) ?? '';
}
