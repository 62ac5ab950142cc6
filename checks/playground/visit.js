import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { readFile } from 'node:fs/promises';

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {import('./stage.js').Stage | import('./project.js').Project} Stage */

const AXE = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** How long the page may take to come to what a flow expects, in milliseconds. */
const PATIENCE = 10_000;

/** A visit of one person to the page, and all that went wrong meanwhile. */
export class Visit {
  /** @type {string[]} */
  faults = [];

  /**
   * @param {Stage} stage
   * @param {Page} page
   */
  constructor(stage, page) {
    this.stage = stage;
    this.page = page;
  }

  /**
   * @param {import('playwright-core').Browser} browser
   * @param {Stage} stage
   * @param {import('playwright-core').BrowserContextOptions} [options]
   */
  static async begin(browser, stage, options = {}) {
    const context = await browser.newContext({
      viewport: { width: 1440, height: 900 },
      permissions: ['clipboard-read', 'clipboard-write'],
      ...options,
    });
    const page = await context.newPage();
    page.setDefaultTimeout(PATIENCE);
    const visit = new Visit(stage, page);
    await visit.#watch();
    await page.goto(stage.url);
    return visit;
  }

  async #watch() {
    const { page, faults, stage } = this;
    page.on('pageerror', (error) => faults.push(`error: ${error.message}`));
    page.on('request', (request) => {
      const { protocol, origin } = new URL(request.url());
      if (protocol !== 'data:' && origin !== stage.origin) faults.push(`asks another origin: ${request.url()}`);
    });
    page.on('console', (message) => {
      if (message.type() === 'error' && /Content.Security|Trusted/i.test(message.text())) faults.push(message.text());
    });
    await page.exposeFunction('reportViolation', (/** @type {string} */ text) => faults.push(`policy: ${text}`));
    await page.addInitScript(() => {
      document.addEventListener('securitypolicyviolation', (event) => {
        const { violatedDirective, blockedURI } = event;
        /** @type {any} */ (globalThis).reportViolation(`${violatedDirective} ${blockedURI}`);
      });
    });
  }

  /** @param {string} hash such as `/prompt/review_code` */
  async go(hash) {
    await this.page.evaluate((to) => {
      location.hash = to;
    }, hash);
  }

  /**
   * Waits until something of the page reads as wanted.
   * @param {import('playwright-core').Locator} locator
   * @param {RegExp} wanted
   */
  async reads(locator, wanted) {
    await eventually(async () => {
      const text = await locator.innerText({ timeout: 1000 });
      assert.ok(wanted.test(text), `${wanted} is not in: ${text.slice(0, 400)}`);
    });
  }

  /** @param {string} label */
  field(label) {
    return this.page.getByRole('form', { name: 'Arguments' }).getByLabel(label, { exact: false }).first();
  }

  /** @param {string} label of a field, which stands there with what is wrong with it */
  row(label) {
    return this.page
      .locator('.field')
      .filter({ has: this.page.getByLabel(label) })
      .last();
  }

  get result() {
    return this.page.getByRole('tabpanel');
  }

  /** @param {string} name */
  button(name) {
    return this.page.getByRole('button', { name, exact: true });
  }

  /** @param {string} name */
  tab(name) {
    return this.page.getByRole('tab', { name });
  }

  /** @param {string} where */
  async accessible(where) {
    const { page } = this;
    await page.evaluate(AXE);
    const found = await page.evaluate(async () => {
      const { violations } = await /** @type {any} */ (globalThis).axe.run();
      return violations.map(
        (/** @type {any} */ { id, nodes }) => `${id}: ${nodes.map((/** @type {any} */ each) => each.html).join(' | ')}`,
      );
    });
    for (const each of found) this.faults.push(`axe, ${where}: ${each.slice(0, 600)}`);
  }

  /** Whether something is wider than the window. */
  async fits() {
    const { width, window } = await this.page.evaluate(() => ({
      width: document.documentElement.scrollWidth,
      window: document.documentElement.clientWidth,
    }));
    assert.ok(width <= window, `the page is ${width} px wide in a window of ${window} px`);
  }

  async end() {
    await this.page.context().close();
  }
}

/**
 * Tries until it holds.
 * @param {() => Promise<void>} test
 */
export async function eventually(test) {
  const until = Date.now() + PATIENCE;
  for (;;) {
    try {
      return await test();
    } catch (error) {
      if (Date.now() > until) throw error;
      await new Promise((resolve) => setTimeout(resolve, 30));
    }
  }
}
