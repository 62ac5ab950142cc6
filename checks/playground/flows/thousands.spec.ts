import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.js';

test.use({ scene: 'thousands' });

test('paints and searches a catalogue of 10,000 prompts fast', async ({ heading, page, playground }) => {
  const entries = page.locator('.entries');
  const paints = [await paintMs(page), await paintMs(page), await paintMs(page)];
  expect(Math.min(...paints), `milliseconds to the first paint, of ${paints}`).toBeLessThan(500);
  const searches = [];
  for (const text of ['h', 'ha', 'harbour', 'harbour 99', 'harbour 9942']) searches.push(await searchMs(page, text));
  const [, , median] = searches.toSorted((one, other) => one - other);
  expect(median, `median milliseconds of a search, of ${searches}`).toBeLessThan(50);
  await expect(page.getByRole('link', { name: /harbour 9942/ })).toBeVisible();
  expect(await entries.locator('li').count(), 'entries in the document').toBeLessThanOrEqual(150);
  await page.getByRole('searchbox').fill('');
  await playground.expectAccessible('10,000 prompts');
  await playground.button('Show more of 10,000').click();
  await page.getByRole('searchbox').press('ArrowDown');
  await page.keyboard.press('End');
  await expect(page.locator(':focus')).toHaveText(/prompt_2031/);
  await page.keyboard.press('Enter');
  await expect(heading).toHaveText(/2031/);
});

/** Returns the milliseconds from a load of the page to its first content. */
async function paintMs(page: Page): Promise<number> {
  await page.reload();
  await expect(page.locator('.entry-title').first()).toBeVisible();
  return page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Infinity);
}

/** Returns the milliseconds from the key to the painted list. */
function searchMs(page: Page, text: string): Promise<number> {
  return page.locator('#search').evaluate(async (input: HTMLInputElement, typed) => {
    const started = performance.now();
    input.value = typed;
    input.dispatchEvent(new InputEvent('input', { bubbles: true }));
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    return performance.now() - started;
  }, text);
}
