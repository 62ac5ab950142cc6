import { expect, test } from '../fixtures.js';

test.use({ scene: 'thousands' });

test('searches a catalogue of 10,000 prompts with few entries in the document', async ({
  heading,
  page,
  playground,
}) => {
  const entries = page.locator('.entries li');
  const search = page.getByRole('searchbox');
  for (const text of ['h', 'harbour', 'harbour 9942']) {
    await search.fill(text);
    await expect(page.getByRole('link', { name: new RegExp(text) }).first()).toBeVisible();
    expect(await entries.count()).toBeLessThanOrEqual(150);
  }
  await expect(page.getByRole('link', { name: /harbour 9942/ })).toBeVisible();
  await search.fill('');
  await playground.expectAccessible('10,000 prompts');
  await playground.button('Show more (10,000 in total)').click();
  await search.press('ArrowDown');
  await page.keyboard.press('End');
  await expect(page.locator(':focus')).toHaveText(/prompt_2031/);
  await page.keyboard.press('Enter');
  await expect(heading).toHaveText(/2031/);
});
