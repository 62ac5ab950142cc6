import assert from 'node:assert/strict';
import { eventually } from '../visit.js';
import { lastCall } from './last-call.js';

/** @type {readonly import('../check.js').Flow[]} */
export const FORMS = [
  {
    title: 'a prompt renders while one types, with the arguments that are filled in',
    async run(visit) {
      const { page, result } = visit;
      await page.getByRole('link', { name: /Review code/ }).click();
      await visit.reads(result, /Fill in code/);
      await visit.field('code').fill('let a = 1;\nlet b = 2;');
      await visit.reads(result, /Review the code below[^]*let a = 1;\nlet b = 2;/);
      await visit.field('focus').selectOption('security');
      await visit.reads(result, /Look at security/);
      await visit.reads(result.getByLabel('Measures'), /1 message\s+\d.*B\s+.* ms\s+\d+ tokens \(estimate\)/);
      await visit.tab('JSON').click();
      await visit.reads(result, /"messages"/);
      const { params } = await lastCall(visit, 'prompts/get');
      assert.deepEqual(params.arguments, { code: 'let a = 1;\nlet b = 2;', focus: 'security' });
    },
  },
  {
    title: 'a refused value keeps the last good result, says why at its field, and no "Rendering"',
    async run(visit) {
      const { page, result } = visit;
      await visit.go('/prompt/review_code');
      await visit.button('Fill in the sample').click();
      await visit.reads(result, /at most 5 findings/);
      await visit.field('limit').fill('99');
      await visit.reads(visit.row('limit'), /Must not be greater than 50/);
      await visit.reads(result, /refuses 1 value\. Below is the last good result[^]*at most 5 findings/);
      assert.doesNotMatch(await page.innerText('body'), /Rendering/);
      assert.equal(await visit.field('limit').getAttribute('aria-invalid'), 'true');
      const described = (await visit.field('limit').getAttribute('aria-describedby')) ?? '';
      await visit.reads(page.locator(`[id="${described.split(' ')[1]}"]`), /greater than 50/);
      await visit.accessible('a refused value');
      await visit.field('limit').fill('7');
      await visit.reads(result, /at most 7 findings/);
    },
  },
  {
    title: 'a value that is nearly right is put right by the suggestion at its field',
    async run(visit) {
      const { result } = visit;
      await visit.go(`/prompt/review_code?values=${encodeURIComponent('{"code":"let x","focus":"securty"}')}`);
      await visit.reads(visit.row('focus'), /Must be one of|Use “security”/);
      await visit.accessible('a suggestion');
      await visit.button('Use “security”').click();
      await visit.reads(result, /Look at security/);
      assert.equal(await visit.field('focus').inputValue(), 'security');
    },
  },
  {
    title: 'suggestions are there on focus, and none where there is no completion',
    async run(visit) {
      const { page } = visit;
      const suggestions = page.getByRole('listbox');
      await visit.go('/prompt/review_code');
      await visit.field('language').focus();
      await suggestions.getByRole('option', { name: 'typescript' }).waitFor();
      assert.equal(await suggestions.getByRole('option').count(), 10);
      await visit.field('language').pressSequentially('s');
      await eventually(async () =>
        assert.deepEqual(await suggestions.getByRole('option').allInnerTexts(), ['swift', 'scala']),
      );
      await visit.accessible('suggestions');
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      assert.equal(await visit.field('language').inputValue(), 'scala');
      await visit.field('code').focus();
      assert.equal(await suggestions.getByRole('option').count(), 0);
      assert.equal(await visit.field('code').getAttribute('role'), null);
    },
  },
  {
    title: 'nested objects, lists, dates and booleans have fields of their own',
    async run(visit) {
      const { result } = visit;
      await visit.go('/prompt/plan_trip');
      await visit.field('start').fill('2027-05-01');
      await visit.button('Add to stops').click();
      await visit.field('city').fill('Delft');
      await visit.field('nights').fill('2');
      await visit.reads(result, /from 2027-05-01 on, by anything: Delft \(2\)/);
      await visit.button('Add to stops').click();
      await visit.reads(result, /Fill in city first|last good result/);
      await visit.button('Remove stops 2').click();
      await visit.button('Add budget').click();
      await visit.field('amount').fill('-1');
      await visit.reads(visit.row('amount'), /not be less than 0/);
      await visit.field('amount').fill('900');
      await visit.reads(result, /may cost 900 EUR/);
      await visit.accessible('nested fields');
      await visit.button('Remove budget').click();
      await eventually(async () => assert.doesNotMatch(await result.innerText(), /may cost/));
      const { params } = await lastCall(visit, 'prompts/get');
      assert.deepEqual(params.arguments, { start: '2027-05-01', stops: '[{"city":"Delft","nights":2}]' });
    },
  },
  {
    title: 'arguments are pasted as one JSON, and a wrong name is put right',
    async run(visit) {
      const { page, result } = visit;
      await visit.go('/prompt/review_code');
      await visit.button('JSON…').click();
      await page.getByLabel('One object').fill('{ "code": "x", "limt": 3 }');
      await visit.accessible('a dialog');
      await page.getByRole('dialog').getByRole('button', { name: 'Use “limit”' }).click();
      await visit.button('Fill in').click();
      await visit.reads(result, /at most 3 findings/);
      assert.equal(await visit.field('limit').inputValue(), '3');
    },
  },
  {
    title: 'what was typed survives a reload, the address holds it, and secrets are kept nowhere',
    async run(visit) {
      const { page, result } = visit;
      await visit.go('/prompt/explain_error');
      await visit.field('trace').fill('boom');
      await visit.tab('JSON').click();
      await eventually(async () => assert.match(page.url(), /#\/prompt\/explain_error\?tab=json&values=%7B%22trace/));
      assert.doesNotMatch(page.url(), /token/);
      await page.reload();
      assert.equal(await visit.field('trace').inputValue(), 'boom');
      await visit.reads(result, /"messages"/);
      await visit.go('/prompt/sign_in');
      await visit.field('user').fill('ann@example.com');
      await visit.field('password').fill('hunter2');
      await visit.reads(result, /Say hello to/);
      assert.equal(await visit.field('password').getAttribute('type'), 'password');
      const kept = await page.evaluate(() => JSON.stringify(localStorage) + location.href);
      assert.match(kept, /ann@example.com/);
      assert.doesNotMatch(kept, /hunter2/);
      await page.goBack();
      await visit.reads(page.getByRole('heading', { level: 1 }), /Explain an error/);
    },
  },
];
