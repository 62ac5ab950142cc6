import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Stage } from './stage.js';
import { Visit } from './visit.js';

// Takes the pictures of docs/playground.md. They look best where Inter and JetBrains Mono are installed.

const FOLDER = fileURLToPath(new URL('../../docs/images/', import.meta.url));
const WIDE = { viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1.5 };
const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true };

/**
 * @typedef Picture
 * @property {string} name
 * @property {import('playwright-core').BrowserContextOptions} options
 * @property {(visit: Visit) => Promise<void>} show
 */

/** @param {Visit} visit */
async function review(visit) {
  await visit.go('/prompt/review_code');
  await visit.button('Fill in the sample').click();
  await visit.reads(visit.result, /at most 5 findings/);
}

/** @param {Visit} visit */
async function refusal(visit) {
  await review(visit);
  await visit.field('limit').fill('99');
  await visit.reads(visit.result, /refuses 1 value/);
}

/** @type {readonly Picture[]} */
const PICTURES = [
  { name: 'playground-light', options: { ...WIDE, colorScheme: 'light' }, show: review },
  { name: 'playground-refused', options: { ...WIDE, colorScheme: 'light' }, show: refusal },
  {
    name: 'playground-dark',
    options: { ...WIDE, colorScheme: 'dark' },
    async show(visit) {
      await visit.go('/prompt/explain_error');
      await visit.button('Fill in the sample').click();
      await visit.reads(visit.result, /Explain this error/);
      visit.stage.tell('edit Explain this error to someone who has just been woken up');
      await visit.reads(visit.result, /woken up/);
      await visit.tab('Compare').click();
      await visit.result.locator('ins').first().waitFor();
    },
  },
  {
    name: 'playground-clients',
    options: { ...WIDE, colorScheme: 'light' },
    async show(visit) {
      await review(visit);
      await visit.tab('Clients').click();
      await visit.page.getByRole('button', { name: /^opencode/ }).click();
    },
  },
  {
    name: 'playground-phone',
    options: { ...PHONE, colorScheme: 'light' },
    async show(visit) {
      await review(visit);
      await visit.page.getByRole('tablist').scrollIntoViewIfNeeded();
      await visit.page.locator('.main').evaluate((main) => main.scrollTo(0, main.scrollHeight));
    },
  },
];

/** @param {import('playwright-core').Browser} browser */
export async function takePictures(browser) {
  await mkdir(FOLDER, { recursive: true });
  for (const { name, options, show } of PICTURES) {
    const stage = await Stage.start();
    const visit = await Visit.begin(browser, stage, options);
    await show(visit);
    await visit.page.mouse.move(0, 0);
    await visit.page.evaluate(() => /** @type {HTMLElement | null} */ (document.activeElement)?.blur());
    await visit.page.screenshot({ path: join(FOLDER, `${name}.png`) });
    await visit.end();
    await stage.stop();
  }
}
