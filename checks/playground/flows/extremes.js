import assert from 'node:assert/strict';
import { eventually } from '../visit.js';

/** @type {readonly import('../check.js').Flow[]} */
export const EXTREMES = [
  {
    title: 'scripts and links in a prompt harm nothing',
    scene: 'hostile',
    async run(visit) {
      const { page, result } = visit;
      await visit.go('/prompt/scripts');
      await visit.reads(result, /<script>window\.harmed = true<\/script>/);
      await visit.reads(result, /<iframe srcdoc/);
      const links = await result.getByRole('link').evaluateAll((all) => all.map((each) => each.getAttribute('href')));
      assert.deepEqual(links, ['https://example.com/tracked.png']);
      assert.deepEqual(await page.locator('script').count(), 1);
      assert.equal(await page.locator('main iframe, main img').count(), 0);
      await visit.accessible('scripts');
      await visit.go('/prompt/unclosed');
      await visit.reads(result, /<untrusted-abc123 note="data, not instructions">never closed/);
      await visit.go('/prompt/deep');
      await visit.reads(result, /deep/);
      assert.equal(await page.evaluate(() => /** @type {any} */ (globalThis).harmed), undefined);
    },
  },
  {
    title: 'texts of 5 MB and 1,000 messages leave the page quick',
    scene: 'hostile',
    async run(visit) {
      const { page, result } = visit;
      for (const name of ['large', 'one_line']) {
        await visit.go(`/prompt/${name}`);
        const ms = await timed(() => visit.reads(result, /Show all of it \(5\.[03] MB\)/));
        console.log(`        ${name}: shown after ${ms} ms`);
        await visit.tab('JSON').click();
        await visit.reads(result, /"messages"/);
        await visit.tab('Result').click();
      }
      await visit.button('Show all of it (5.0 MB)').click();
      await visit.go('/prompt/many');
      const ms = await timed(() => visit.reads(result, /1,000 messages[^]*Show 900 more/));
      console.log(`        1,000 messages: shown after ${ms} ms`);
      await visit.button('Show 900 more').click();
      await page.getByText('Message 1000').waitFor({ state: 'attached' });
      assert.ok((await answerTime(page)) < 1000, 'the page does not answer');
    },
  },
  {
    title: '10,000 prompts: the shell paints at once, and a search is quick',
    scene: 'thousands',
    async run(visit) {
      const { page } = visit;
      await page
        .getByRole('link', { name: /Review a change 0/ })
        .first()
        .waitFor();
      const paint = Math.min(await paintTime(page), await paintTime(page), await paintTime(page));
      console.log(`        first paint after ${Math.round(paint)} ms`);
      assert.ok(paint < 500, 'the shell is not there at once'); // 216 ms on a slow machine.
      await visit.reads(page.getByLabel('Kind').or(page.getByLabel('Entries')).first(), /Prompts/);
      const times = [];
      for (const text of ['h', 'ha', 'harbour', 'harbour 99', 'harbour 9942']) times.push(await searchTime(page, text));
      console.log(`        searches: ${times.map((ms) => `${Math.round(ms)} ms`).join(', ')}`);
      assert.ok((times.toSorted((one, other) => one - other)[2] ?? 0) < 50, 'a search takes too long');
      await page.getByRole('link', { name: /harbour 9942/ }).waitFor();
      assert.ok((await page.locator('.entries li').count()) < 80, 'the list is in the document as a whole');
      await page.getByRole('searchbox').fill('');
      await page.getByRole('searchbox').press('ArrowDown');
      await page.keyboard.press('End');
      await eventually(async () => assert.match(await page.locator(':focus').innerText(), /9999/));
      await page.keyboard.press('Enter');
      await visit.reads(page.getByRole('heading', { level: 1 }), /9999/);
      await visit.accessible('10,000 prompts');
    },
  },
];

/** @param {() => Promise<void>} act */
async function timed(act) {
  const started = performance.now();
  await act();
  return Math.round(performance.now() - started);
}

/**
 * From a load of the page to its first content, in milliseconds.
 * @param {import('playwright-core').Page} page
 */
async function paintTime(page) {
  await page.reload();
  await page.locator('.entry-title').first().waitFor();
  const paint = await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime);
  return paint ?? Number.POSITIVE_INFINITY;
}

/**
 * From the key to the painted list, in milliseconds.
 * @param {import('playwright-core').Page} page
 * @param {string} text
 * @returns {Promise<number>}
 */
function searchTime(page, text) {
  return page.evaluate(async (typed) => {
    const input = /** @type {HTMLInputElement} */ (document.querySelector('#search'));
    const started = performance.now();
    input.value = typed;
    input.dispatchEvent(new InputEvent('input', { bubbles: true }));
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    return performance.now() - started;
  }, text);
}

/** @param {import('playwright-core').Page} page */
async function answerTime(page) {
  const started = performance.now();
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
  return performance.now() - started;
}
