import { expect, ownStage as test } from '../fixtures.js';

test('filters the log, and opens a call with its values', async ({ main, page, playground, result, stage }) => {
  await playground.go('/prompt/review_code');
  await playground.button('Fill in the example').click();
  await expect(result).toHaveText(/at most 5 findings/);
  await playground.field('limit').fill('99');
  await expect(result).toHaveText(/rejected limit/);
  await page.getByRole('link', { name: 'Log' }).click();
  await page.getByRole('switch', { name: 'Failed only' }).click();
  await expect(main).toContainText('1 call');
  await page.getByRole('button', { name: /prompts\/get review_code/ }).click();
  await playground.expectAccessible('the log');
  await playground.button('Open with these values').click();
  await expect(playground.field('limit')).toHaveValue('99');
  await playground.go('/log');
  stage.tell('log The disk is nearly full');
  await page.getByText('1 server message').click();
  await expect(page.getByText('The disk is nearly full')).toBeVisible();
  await page.getByLabel('Filter the log').fill('nothing like this');
  await expect(main).toHaveText(/No calls match/);
});

test('repeats a call of the log', async ({ main, page, playground, result }) => {
  await playground.go('/resource/order');
  await playground.field('id').fill('1003');
  await expect(result).toHaveText(/230\.25/);
  await playground.go('/log');
  const calls = page.getByRole('button', { name: /resources\/read orders:\/\/1003/ });
  await calls.click();
  await playground.button('Send again').click();
  await expect(calls).toHaveCount(2);
  await expect(main).toHaveText(/Response[^]*230\.25/);
});
