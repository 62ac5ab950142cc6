import assert from 'node:assert/strict';
import { eventually } from '../visit.js';

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** @param {'light' | 'dark'} colorScheme */
function inColours(colorScheme) {
  return {
    title: `nothing hinders anyone in ${colorScheme} colours`,
    options: { colorScheme },
    /** @param {import('../visit.js').Visit} visit */
    async run(visit) {
      const { page } = visit;
      await visit.reads(page.getByRole('main'), /Choose what to try/);
      await visit.accessible('welcome');
      await visit.go('/prompt/everything');
      await visit.reads(visit.result, /6 messages/);
      for (const tab of ['Result', 'JSON', 'Compare', 'Clients', 'History', 'Schema']) {
        await visit.tab(tab).click();
        await new Promise((resolve) => setTimeout(resolve, 500));
        await visit.accessible(tab);
      }
      await visit.go('/prompt/minutes');
      await visit.reads(page.getByRole('main'), /Deprecated\. Use summary/);
      await visit.accessible('deprecated');
      await visit.go('/prompt/nothing_like_this');
      await visit.reads(page.getByRole('main'), /no such definition/);
      await page.keyboard.press('?');
      await visit.accessible('help');
    },
  };
}

/** @type {readonly import('../check.js').Flow[]} */
export const PEOPLE = [
  inColours('light'),
  inColours('dark'),
  {
    title: 'the keyboard alone is enough',
    async run(visit) {
      const { page, result } = visit;
      const { keyboard } = page;
      const focused = () => page.evaluate(() => document.activeElement?.id ?? '');
      await page
        .getByRole('link', { name: /Everything at once/ })
        .first()
        .waitFor();
      await keyboard.press('/');
      await keyboard.type('revi');
      await keyboard.press('ArrowDown');
      await keyboard.press('Enter');
      await visit.reads(page.getByRole('heading', { level: 1 }), /Review code/);
      await until(page, async () => (await focused()) === 'argument-code');
      await keyboard.type('let x');
      await visit.reads(result, /let x/);
      await keyboard.press('Tab');
      await keyboard.press('ArrowDown');
      await page.getByRole('option', { name: 'typescript' }).waitFor();
      await keyboard.press('ArrowDown');
      await keyboard.press('Enter');
      await visit.reads(result, /Review the \w+ below/);
      await until(page, async () => (await focused()) === 'tab-result');
      await keyboard.press('ArrowRight');
      await visit.reads(result, /"messages"/);
      await keyboard.press('Control+Enter');
      await page.evaluate(() => /** @type {HTMLElement} */ (document.activeElement).blur());
      await keyboard.press('3');
      assert.equal(await visit.tab('Compare').getAttribute('aria-selected'), 'true');
      await keyboard.press('?');
      await page.getByRole('dialog').waitFor();
      await keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await keyboard.press('l');
      await visit.reads(page.getByRole('main'), /prompts\/get/);
      await keyboard.press('t');
      assert.equal(await page.evaluate(() => document.documentElement.dataset['theme']), 'light');
    },
  },
  {
    title: 'what is typed right after "/" is searched for',
    async run({ page }) {
      await page
        .getByRole('link', { name: /Everything at once/ })
        .first()
        .waitFor();
      const focused = await page.evaluate(() => {
        document.body.dispatchEvent(new KeyboardEvent('keydown', { key: '/', bubbles: true }));
        return document.activeElement?.id;
      });
      assert.equal(focused, 'search');
    },
  },
  {
    title: 'the focus is always visible',
    async run(visit) {
      const { page } = visit;
      await visit.go('/prompt/review_code');
      await visit.field('code').waitFor();
      for (let step = 0; step < 40; step += 1) {
        await page.keyboard.press('Tab');
        const bare = await page.evaluate(() => {
          const { activeElement: at } = document;
          if (at === null || at === document.body) return '';
          return getComputedStyle(at).outlineStyle === 'none' ? at.outerHTML.slice(0, 200) : '';
        });
        assert.equal(bare, '');
      }
    },
  },
  {
    title: 'a screen reader finds its way, and is told what happens',
    async run(visit) {
      const { page, stage } = visit;
      /** @type {string[]} */
      const said = [];
      await page.exposeFunction('heard', (/** @type {string} */ words) => said.push(words));
      await page.evaluate(() => {
        const tell = () =>
          /** @type {any} */ (globalThis).heard(document.querySelector('[aria-live=polite]')?.textContent);
        new MutationObserver(tell).observe(document.body, { childList: true, subtree: true, characterData: true });
      });
      const hears = (/** @type {RegExp} */ wanted) =>
        eventually(async () =>
          assert.ok(
            said.some((words) => wanted.test(words)),
            `${wanted} is not in ${said}`,
          ),
        );
      for (const role of /** @type {const} */ (['banner', 'main'])) assert.equal(await page.getByRole(role).count(), 1);
      await page.getByRole('navigation', { name: 'Catalogue' }).waitFor();
      await visit.go('/prompt/explain_error');
      await hears(/^prompt explain_error$/);
      await visit.field('trace').fill('boom');
      await hears(/^The result is new$/);
      stage.tell('edit Explain it anew');
      await hears(/^Reloaded in 17 milliseconds$/);
      stage.tell('break');
      await visit.reads(page.getByRole('alert'), /Expected/);
      assert.equal(await page.locator('h1').count(), 1);
      assert.equal(await page.title(), 'prompt explain_error · Harbour desk · Playground');
    },
  },
  {
    title: 'a phone of 390 px shows the content, and the list when it is wanted',
    options: PHONE,
    async run(visit) {
      const { page, result } = visit;
      await visit.reads(page.getByRole('main'), /Choose what to try/);
      assert.equal(await page.getByRole('searchbox').isVisible(), false);
      await visit.fits();
      await visit.button('Catalogue').click();
      await visit.accessible('the list on a phone');
      await page.getByRole('link', { name: /Review code/ }).click();
      assert.equal(await page.getByRole('searchbox').isVisible(), false);
      await visit.button('Fill in the sample').click();
      await visit.reads(result, /at most 5 findings/);
      for (const tab of ['JSON', 'Compare', 'Clients', 'History', 'Schema', 'Result']) {
        await visit.tab(tab).click();
        await visit.fits();
      }
      await visit.go('/prompt/plan_trip');
      await visit.button('Fill in the sample').click();
      await visit.fits();
      await visit.go('/log');
      await visit.fits();
      await visit.go('/connect');
      await visit.fits();
      await visit.accessible('a phone');
    },
  },
  {
    title: 'it can be used at 200 % zoom',
    options: { viewport: { width: 720, height: 450 }, deviceScaleFactor: 2 },
    async run(visit) {
      const { result } = visit;
      await visit.go('/prompt/everything');
      await visit.reads(result, /6 messages/);
      await visit.fits();
      await visit.accessible('200 %');
    },
  },
];

/**
 * Goes on with the tab key until something has the focus.
 * @param {import('playwright-core').Page} page
 * @param {() => Promise<boolean>} isThere
 */
async function until(page, isThere) {
  for (let step = 0; step < 30; step += 1) {
    if (await isThere()) return;
    await page.keyboard.press('Tab');
  }
  await eventually(async () => assert.ok(await isThere(), 'the tab key does not lead there'));
}
