import assert from 'node:assert/strict';
import { eventually } from '../visit.js';

/** @type {readonly import('../check.js').Flow[]} */
export const VIEWS = [
  {
    title: 'versions are chosen and compared',
    async run(visit) {
      const { page, result } = visit;
      await visit.go('/prompt/summary');
      await visit.button('Fill in the sample').click();
      await visit.reads(result, /in three sentences/);
      await visit.tab('Compare').click();
      await visit.reads(result, /version 1\.0\.0 previous/);
      await eventually(async () => {
        assert.deepEqual(await result.locator('del').allInnerTexts(), ['five']);
        assert.deepEqual(await result.locator('ins').allInnerTexts(), ['three', ', the outcome first']);
      });
      await visit.accessible('a comparison');
      await page.getByLabel('Version', { exact: true }).selectOption('1.0.0');
      await eventually(async () => assert.match(page.url(), /summary%401\.0\.0/));
      await visit.tab('Result').click();
      await visit.reads(result, /in five sentences/);
    },
  },
  {
    title: 'the page shows what each client makes of it',
    async run(visit) {
      const { page, result } = visit;
      await visit.go('/prompt/everything?tab=clients');
      await visit.reads(result, /As any client sees it/);
      await page.getByLabel('Revision').selectOption('2024-11-05');
      await page.getByRole('button', { name: /^opencode/ }).click();
      await visit.reads(result, /As opencode sees it\s+everything\s+\[note\][^]*List entry/);
      await visit.accessible('clients');
      await visit.go('/tool/find_orders?tab=clients');
      await visit.reads(result, /List entry|inputSchema/);
    },
  },
  {
    title: 'the log is filtered, and a call is opened with its values',
    async run(visit) {
      const { page, result } = visit;
      await visit.go('/prompt/review_code');
      await visit.button('Fill in the sample').click();
      await visit.reads(result, /at most 5 findings/);
      await visit.field('limit').fill('99');
      await visit.reads(result, /refuses/);
      await page.getByRole('link', { name: 'Log' }).click();
      await page.getByRole('switch', { name: 'Failed only' }).click();
      await visit.reads(page.getByRole('main'), /1 calls?\n/);
      await page.getByRole('button', { name: /prompts\/get review_code/ }).click();
      await visit.accessible('the log');
      await visit.button('Open with these values').click();
      await eventually(async () => assert.equal(await visit.field('limit').inputValue(), '99'));
      await visit.go('/log');
      visit.stage.tell('log The disk is nearly full');
      await page.getByText('1 message of the server').click();
      await page.getByText('The disk is nearly full').waitFor();
      await page.getByLabel('Filter the log').fill('nothing like this');
      await visit.reads(page.getByRole('main'), /No call matches/);
    },
  },
  {
    title: 'a call of the log is sent again, and comes to the log as another one',
    async run(visit) {
      const { page } = visit;
      await visit.go('/resource/order');
      await visit.field('id').fill('1003');
      await visit.reads(visit.result, /230\.25/);
      await visit.go('/log');
      const calls = page.getByRole('button', { name: /resources\/read orders:\/\/1003/ });
      await calls.click();
      await visit.button('Ask again').click();
      await eventually(async () => assert.equal(await calls.count(), 2));
      await visit.reads(page.getByRole('main'), /Answered[^]*230\.25/);
    },
  },
  {
    title: 'a long form and a long result stand beside each other, with the tabs in sight',
    options: { viewport: { width: 1280, height: 600 } },
    async run(visit) {
      const { page, result } = visit;
      await visit.go('/prompt/plan_trip');
      await visit.button('Fill in the sample').click();
      await visit.button('Render').scrollIntoViewIfNeeded();
      await eventually(async () => assert.ok(await result.getByText('Delft (2), Ghent (1)').isVisible()));
      await visit.go('/prompt/everything');
      await visit.reads(result, /6 messages/);
      await result.getByText('I have read all of it.').scrollIntoViewIfNeeded();
      const box = await visit.tab('JSON').boundingBox();
      assert.ok(box !== null && box.y > 0 && box.y < 100 && box.height > 20, `the tabs are at ${JSON.stringify(box)}`);
      assert.equal(await page.getByRole('heading', { level: 1 }).isVisible(), true);
    },
  },
  {
    title: 'snippets connect clients, and are copied',
    async run(visit) {
      const { page } = visit;
      await page.getByRole('link', { name: 'Connect' }).click();
      await page.getByRole('button', { name: 'Copy: Claude Code' }).click();
      const copied = await page.evaluate(() => navigator.clipboard.readText());
      assert.match(copied, /^claude mcp add/);
      await visit.accessible('connect');
      await page.getByLabel('Headers of this page').fill('X-Tenant: harbour\nno header');
      await visit.button('Use them').click();
      const asked = page.waitForRequest((request) => request.headers()['mcp-method'] === 'prompts/get');
      await visit.go('/prompt/everything');
      assert.equal((await asked).headers()['x-tenant'], 'harbour');
    },
  },
  {
    title: 'results of before can be used again',
    async run(visit) {
      const { result } = visit;
      await visit.go('/prompt/explain_error');
      await visit.field('trace').fill('first');
      await visit.reads(result, /first/);
      await new Promise((resolve) => setTimeout(resolve, 2100));
      await visit.field('trace').fill('second');
      await visit.reads(result, /second/);
      await visit.tab('History').click();
      await visit.accessible('history');
      await result
        .getByRole('button', { name: /Use these values/ })
        .last()
        .click();
      assert.equal(await visit.field('trace').inputValue(), 'first');
    },
  },
];
