import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.js';

test('renders while the user types', async ({ page, playground, result }) => {
  await page.getByRole('link', { name: /Review code/ }).click();
  await expect(result).toHaveText(/Fill in code/);
  await playground.field('code').fill('let a = 1;\nlet b = 2;');
  await expect(result).toHaveText(/Review the code below[^]*let a = 1;\nlet b = 2;/);
  await playground.field('focus').selectOption('security');
  await expect(result).toHaveText(/Look at security/);
  const measures = result.getByLabel('Metrics').getByRole('listitem');
  await expect(measures).toHaveText(['1 message', /\d.*B$/, /\d ms$/, /^\d+ tokens \(estimate\)$/]);
  await playground.tab('Protocol').click();
  await expect(result).toHaveText(/"messages"/);
  await expectLastCall(page, { code: 'let a = 1;\nlet b = 2;', focus: 'security' });
});

test('explains an invalid value, and keeps the last result', async ({ page, playground, result }) => {
  await playground.go('/prompt/review_code');
  await playground.button('Fill in the example').click();
  await expect(result).toHaveText(/at most 5 findings/);
  await playground.field('limit').fill('99');
  await expect(playground.row('limit')).toHaveText(/Must not be greater than 50/);
  await expect(result).toHaveText(
    /rejected limit\. See the form\. Below is the last successful result[^]*at most 5 findings/,
  );
  await expect(page.locator('body')).not.toHaveText(/Rendering/);
  await expect(playground.field('limit')).toHaveAttribute('aria-invalid', 'true');
  await expect(playground.field('limit')).toHaveAccessibleDescription(/greater than 50/);
  await playground.expectAccessible('a refused value');
  await playground.field('limit').fill('7');
  await expect(result).toHaveText(/at most 7 findings/);
});

test('explains an unknown choice, and keeps it in the field', async ({ playground, result }) => {
  await playground.go(`/prompt/review_code?values=${encodeURIComponent('{"code":"let x","focus":"securty"}')}`);
  await expect(playground.row('focus')).toHaveText(/Must be one of/);
  await expect(playground.field('focus')).toHaveValue('securty');
  await playground.expectAccessible('an unknown choice');
  await playground.field('focus').selectOption('security');
  await expect(result).toHaveText(/Look at security/);
});

test('suggests values on focus, but only where the server completes', async ({ page, playground }) => {
  const suggestions = page.getByRole('listbox');
  await playground.go('/prompt/review_code');
  await playground.field('language').focus();
  await expect(suggestions.getByRole('option', { name: 'typescript' })).toBeVisible();
  await expect(suggestions.getByRole('option')).toHaveCount(10);
  await playground.field('language').pressSequentially('s');
  await expect(suggestions.getByRole('option')).toHaveText(['swift', 'scala']);
  await playground.expectAccessible('suggestions');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(playground.field('language')).toHaveValue('scala');
  await playground.field('code').focus();
  await expect(suggestions.getByRole('option')).toHaveCount(0);
  expect(await playground.field('code').getAttribute('role')).toBe(null);
});

test('has fields for nested objects, lists, dates and booleans', async ({ page, playground, result }) => {
  await playground.go('/prompt/plan_trip');
  await playground.field('start').fill('2027-05-01');
  await playground.button('Add to stops').click();
  await playground.field('city').fill('Delft');
  await playground.field('nights').fill('2');
  await expect(result).toHaveText(/from 2027-05-01 on, by anything: Delft \(2\)/);
  await playground.button('Add to stops').click();
  await expect(result).toHaveText(/Fill in city|last successful result/);
  await playground.button('Remove stops 2').click();
  await playground.button('Add budget').click();
  await playground.field('amount').fill('-1');
  await expect(playground.row('amount')).toHaveText(/not be less than 0/);
  await playground.field('amount').fill('900');
  await expect(result).toHaveText(/may cost 900 EUR/);
  await playground.expectAccessible('nested fields');
  await playground.button('Remove budget').click();
  await expect(result).not.toHaveText(/may cost/);
  await expectLastCall(page, { start: '2027-05-01', stops: '[{"city":"Delft","nights":2}]' });
});

test('accepts arguments as JSON, and names an unknown one', async ({ page, playground, result }) => {
  await playground.go('/prompt/review_code');
  await playground.button('Edit as JSON').click();
  await page.getByLabel('JSON object with all arguments').fill('{ "code": "x", "limt": 3 }');
  await expect(page.getByRole('dialog')).toHaveText(/Unknown argument: limt/);
  await playground.expectAccessible('a dialog');
  await page.getByLabel('JSON object with all arguments').fill('{ "code": "x", "limit": 3 }');
  await playground.button('Apply').click();
  await expect(result).toHaveText(/at most 3 findings/);
  await expect(playground.field('limit')).toHaveValue('3');
});

test('keeps the form across a reload, but no secrets', async ({ heading, page, playground, result }) => {
  await playground.go('/prompt/explain_error');
  await playground.field('trace').fill('boom');
  await playground.tab('Protocol').click();
  await expect(page).toHaveURL(/#\/prompt\/explain_error\?tab=protocol&values=%7B%22trace/);
  await expect(page).not.toHaveURL(/token/);
  await page.reload();
  await expect(playground.field('trace')).toHaveValue('boom');
  await expect(result).toHaveText(/"messages"/);
  await playground.go('/prompt/sign_in');
  await playground.field('user').fill('ann@example.com');
  await playground.field('password').fill('hunter2');
  await expect(result).toHaveText(/Say hello to/);
  await expect(playground.field('password')).toHaveAttribute('type', 'password');
  const kept = await page.evaluate(() => JSON.stringify(localStorage) + location.href);
  expect(kept).toMatch(/ann@example.com/);
  expect(kept).not.toMatch(/hunter2/);
  await page.goBack();
  await expect(heading).toHaveText(/Explain an error/);
});

/** Expects the arguments of the last prompts/get in the log of the server. */
async function expectLastCall(page: Page, args: object): Promise<void> {
  const calls = await page.evaluate(async () => {
    const authorization = `Bearer ${sessionStorage.getItem('cuecard-token')}`;
    const response = await fetch('/-/calls', { headers: { authorization } });
    return response.json();
  });
  expect(calls.findLast(({ method }: { method: string }) => method === 'prompts/get').params.arguments).toEqual(args);
}
