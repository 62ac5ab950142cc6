import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, ownStage, test } from './fixtures.js';
import type { Playground } from './playground.js';

// Takes the pictures of docs/playground.md, which the titles name. They look best where Inter and JetBrains Mono are
// installed.

const FOLDER = fileURLToPath(new URL('../../docs/images/', import.meta.url));

test.use({ viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1.5 });

test.afterEach(async ({ page }, { title }) => {
  await page.mouse.move(0, 0);
  await page.evaluate(() => document.querySelector<HTMLElement>(':focus')?.blur());
  await page.screenshot({ path: join(FOLDER, `${title}.png`) });
});

test('playground-start', async ({ main }) => {
  await expect(main).toHaveText(/Try it/);
});

test('playground-caller', async ({ page, playground }) => {
  await playground.go('/tool/audit_orders');
  await playground.button('Call as anonymous').click();
  await page.getByLabel('Identity', { exact: true }).fill('ann');
  await page.getByLabel('orders:audit').check();
});

test('playground-light', ({ playground }) => review(playground));

test('playground-refused', async ({ playground, result }) => {
  await review(playground);
  await playground.field('limit').fill('99');
  await expect(result).toHaveText(/rejected limit/);
});

test('playground-clients', async ({ playground, result }) => {
  await review(playground);
  await playground.tab('Clients').click();
  await result.getByRole('button', { name: /^opencode/ }).click();
  await expect(result).toHaveText(/As opencode sees it/);
});

test('playground-protocol', async ({ page, playground, result }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await playground.go('/tool/find_orders');
  await playground.button('Fill in the example').click();
  await playground.button('Call').click();
  await playground.tab('Protocol').click();
  await expect(result.getByRole('region', { name: 'Response' })).toHaveText(/HTTP 200/);
});

ownStage('playground-dark', async ({ page, playground, result, stage }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await playground.go('/prompt/explain_error');
  await playground.button('Fill in the example').click();
  await expect(result).toHaveText(/Explain this error/);
  stage.tell('edit Explain this error to someone who has just been woken up');
  await expect(result).toHaveText(/woken up/);
  await playground.tab('Compare').click();
  await expect(result.locator('ins').first()).toBeVisible();
});

test.describe(() => {
  test.use({ viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true });

  test('playground-phone', async ({ page, playground }) => {
    await review(playground);
    await page.getByRole('tablist').scrollIntoViewIfNeeded();
    await page.locator('.main').evaluate((main) => main.scrollTo(0, main.scrollHeight));
  });
});

async function review(playground: Playground): Promise<void> {
  await playground.go('/prompt/review_code');
  await playground.button('Fill in the example').click();
  await expect(playground.result).toHaveText(/at most 5 findings/);
}
