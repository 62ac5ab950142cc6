import { expect, ownStage as test } from '../fixtures.js';

test('renders again after a save, and shows the difference', async ({ page, playground, result, stage }) => {
  const entries = page.locator('.entries');
  await expect(entries.getByRole('link', { name: /Everything at once/ })).toBeVisible();
  await entries.evaluate((list) => list.scrollTo(0, 120));
  await playground.go('/prompt/explain_error');
  await playground.button('Fill in the example').click();
  await expect(result).toHaveText(/Explain this error/);
  stage.tell('edit Explain this failure');
  await expect(result).toHaveText(/Explain this failure/);
  await playground.tab('Compare').click();
  await expect(result).toHaveText(/before the last save/);
  await expect(entries).toHaveJSProperty('scrollTop', 120);
  await expect(result.locator('del')).toHaveText(['error']);
  await expect(result.locator('ins')).toHaveText(['failure']);
});

test('shows a problem and its position until it is fixed', async ({ heading, main, page, playground, stage }) => {
  await playground.go('/prompt/explain_error');
  await expect(heading).toHaveText(/Explain an error/);
  stage.tell('break');
  const alert = page.getByRole('alert');
  await expect(alert).toHaveText(/Expected `,` or `\)`[^]*> 12 \|[^]*last working version/);
  await playground.expectAccessible('a problem');
  await playground.button('Hide').click();
  await expect(alert).not.toHaveText(/> 12 \||last working version/);
  await playground.expectAccessible('a folded problem');
  await page.getByRole('button', { name: 'Open src/prompts/explain-error.ts:12:34 in the editor' }).click();
  await expect.poll(() => stage.printed.slice(1)).toEqual(['open src/prompts/explain-error.ts:12']);
  await page.getByRole('link', { name: 'Problems 1' }).click();
  await expect(main).toHaveText(/Close the bracket/);
  stage.tell('fix');
  await expect(alert).toBeEmpty();
});

test('keeps the text, the caret and the focus during saves', async ({ page, playground, result, stage }) => {
  await playground.go('/prompt/explain_error');
  const field = playground.field('trace');
  await field.focus();
  for (const [index, word] of ['one ', 'two ', 'three ', 'four '].entries()) {
    stage.tell(`edit Round ${index}`);
    await field.pressSequentially(word, { delay: 15 });
  }
  await expect(field).toHaveValue('one two three four ');
  await expect(field).toBeFocused();
  await expect(result).toHaveText(/Round 3[^]*one two three four/);
  await page.keyboard.press('Home');
  stage.tell('edit Round 4');
  await expect(result).toHaveText(/Round 4/);
  await page.keyboard.type('zero ');
  await expect(field).toHaveValue('zero one two three four ');
});

test('keeps the form when the server has another token', async ({ banner, main, page, playground, result, stage }) => {
  await playground.go('/prompt/explain_error');
  await playground.field('trace').fill('typed before');
  await expect(result).toHaveText(/typed before/);
  await stage.stop();
  await expect(banner).toHaveText(/Reconnecting/);
  await stage.begin();
  await expect(main).toHaveText(/no longer valid/);
  await playground.expectAccessible('the gate');
  await page.getByLabel('Address or token').fill('nonsense');
  await playground.button('Open').click();
  await expect(main).toHaveText(/No token found/);
  await page.getByLabel('Address or token').fill(stage.url);
  await playground.button('Open').click();
  await expect(playground.field('trace')).toHaveValue('typed before');
  await expect(result).toHaveText(/typed before/);
  await expect(banner).toHaveText(/Live/);
});

test('announces changes to screen readers', async ({ banner, main, page, playground, stage }) => {
  const announced = page.locator('[aria-live=polite]');
  await expect(banner).toHaveCount(1);
  await expect(main).toHaveCount(1);
  await expect(page.getByRole('navigation', { name: 'Catalogue' })).toBeVisible();
  await playground.go('/prompt/explain_error');
  await expect(announced).toHaveText('prompt explain_error');
  await expect(page.locator('h1')).toHaveCount(1);
  await expect(page).toHaveTitle('prompt explain_error · Harbour desk · Playground');
  await playground.field('trace').fill('boom');
  await expect(announced).toHaveText('New result');
  await playground.go('/log');
  stage.tell('edit Explain it again');
  await expect(announced).toHaveText('Reloaded in 17 milliseconds');
  stage.tell('break');
  await expect(page.getByRole('alert')).toHaveText(/Expected/);
});
