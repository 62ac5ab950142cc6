import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.js';

/** A text of each tab. */
const TABS = {
  Protocol: '"messages"',
  Compare: 'Nothing to compare yet',
  Clients: 'As any client sees it',
  History: '24.2 kB',
  Result: '6 messages',
};

for (const colorScheme of ['light', 'dark'] as const) {
  test(`has no accessibility violations in ${colorScheme} colours`, async ({ main, page, playground, result }) => {
    await page.emulateMedia({ colorScheme });
    await expect(main).toHaveText(/Try it/);
    await playground.expectAccessible('the start page');
    await playground.button('Call as anonymous').click();
    await playground.expectAccessible('the caller');
    await page.keyboard.press('Escape');
    await playground.go('/prompt/everything');
    await expect(result).toContainText(TABS.Result);
    for (const [tab, text] of Object.entries(TABS)) {
      await playground.tab(tab).click();
      await expect(result).toContainText(text);
      await playground.expectAccessible(tab);
    }
    await playground.go('/prompt/minutes');
    await expect(main).toHaveText(/Deprecated\. Use summary/);
    await playground.expectAccessible('deprecated');
    await playground.go('/prompt/nothing_like_this');
    await expect(main).toHaveText(/This definition does not exist/);
    await page.keyboard.press('?');
    await playground.expectAccessible('help');
  });
}

test('works with the keyboard alone', async ({ heading, page, playground, result }) => {
  const { keyboard } = page;
  const dialog = page.getByRole('dialog');
  await expect(page.locator('.entries').getByRole('link', { name: /Everything at once/ })).toBeVisible();
  await keyboard.press('/');
  await keyboard.type('revi');
  await keyboard.press('ArrowDown');
  await keyboard.press('Enter');
  await expect(heading).toHaveText(/Review code/);
  await tabTo(page, 'argument-code');
  await keyboard.type('let x');
  await expect(result).toHaveText(/let x/);
  await keyboard.press('Tab');
  await keyboard.press('ArrowDown');
  await expect(page.getByRole('option', { name: 'typescript' })).toBeVisible();
  await keyboard.press('ArrowDown');
  await keyboard.press('Enter');
  await expect(result).toHaveText(/Review the \w+ below/);
  await tabTo(page, 'tab-result');
  await keyboard.press('ArrowRight');
  await expect(result).toHaveText(/"messages"/);
  await keyboard.press('Control+Enter');
  await page.locator(':focus').blur();
  await keyboard.type('legal 123'); // Only `/` and `?` are shortcuts.
  await expect(playground.tab('Protocol')).toHaveAttribute('aria-selected', 'true');
  await expect(heading).toHaveText(/Review code/);
  await keyboard.press('?');
  await expect(dialog).toBeVisible();
  await keyboard.press('Escape');
  await expect(dialog).not.toBeAttached();
});

test('focuses the search before the key after "/" arrives', async ({ page }) => {
  await expect(page.locator('.entries').getByRole('link', { name: /Everything at once/ })).toBeVisible();
  const focused = await page.evaluate(() => {
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: '/', bubbles: true }));
    return document.activeElement?.id;
  });
  expect(focused).toBe('search');
});

test('outlines each focused control', async ({ page, playground }) => {
  await playground.go('/prompt/review_code');
  await expect(playground.field('code')).toBeVisible();
  for (let step = 0; step < 40; step += 1) {
    await page.keyboard.press('Tab');
    const bare = await page.locator(':focus').evaluateAll((focused) => {
      const found = focused.filter((each) => getComputedStyle(each).outlineStyle === 'none');
      return found.map(({ outerHTML }) => outerHTML);
    });
    expect(bare, 'focused controls without an outline').toEqual([]);
  }
});

test.describe(() => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('fits a phone of 390 px, and opens the catalogue on request', async ({ main, page, playground, result }) => {
    await expect(main).toHaveText(/Try it/);
    await expect(page.getByRole('searchbox')).toBeHidden();
    await playground.expectToFit();
    await playground.button('Catalogue').click();
    await playground.expectAccessible('the catalogue on a phone');
    await page.getByRole('link', { name: /Everything at once/ }).click();
    await expect(page.getByRole('searchbox')).toBeHidden();
    await expect(main).toBeFocused();
    for (const [tab, text] of Object.entries(TABS)) {
      await playground.tab(tab).click();
      await expect(result).toContainText(text);
      await playground.expectToFit();
    }
    await playground.go('/prompt/plan_trip');
    await playground.button('Fill in the example').click();
    await expect(result).toHaveText(/Delft \(2\), Ghent \(1\)/);
    await playground.expectToFit();
    await playground.go('/log');
    await expect(main).toHaveText(/prompts\/get/);
    await playground.expectToFit();
    await playground.go('/connect');
    await expect(main).toHaveText(/claude mcp add/);
    await playground.expectToFit();
    await playground.expectAccessible('a phone');
  });
});

test.describe(() => {
  test.use({ viewport: { width: 720, height: 450 }, deviceScaleFactor: 2 });

  test('fits the window at 200 % zoom', async ({ playground, result }) => {
    await playground.go('/prompt/everything');
    await expect(result).toHaveText(/6 messages/);
    await playground.expectToFit();
    await playground.expectAccessible('200 %');
  });
});

/** Presses the tab key until an element has the focus. */
async function tabTo(page: Page, id: string): Promise<void> {
  for (let step = 0; step < 30; step += 1) {
    if ((await page.locator(':focus').getAttribute('id')) === id) return;
    await page.keyboard.press('Tab');
  }
  await expect(page.locator(`#${id}`)).toBeFocused();
}
