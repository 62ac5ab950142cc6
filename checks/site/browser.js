/// <reference lib="dom" />
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { chromium } from '@playwright/test';
import { chromiumPath } from '../lib.js';

// Uses the site in Chromium.

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
/** Pages of each kind: text and code, tables, a diagram, the API reference, Chinese. */
const PAGES = ['', 'packages', 'how-it-works', 'api/tsyringe', 'zh/'];
const PHONE = { width: 390, height: 844 };
const DESK = { width: 1440, height: 900 };

/**
 * @param {string} url of the site
 * @param {(browser: import('@playwright/test').Browser, url: string) => Promise<readonly string[]>} work
 */
export async function inChromium(url, work) {
  // The sandbox needs rights that containers of CI do not have. The browser only visits our own pages.
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: ['--no-sandbox'] });
  try {
    return await work(browser, url);
  } finally {
    await browser.close();
  }
}

/**
 * Searches, and follows the address of an error.
 * @param {import('@playwright/test').Browser} browser
 * @param {string} url
 */
export async function readSite(browser, url) {
  const page = await browser.newPage({ viewport: DESK });
  await page.goto(url);
  await page.keyboard.press('Control+k');
  await page.locator('#localsearch-input').fill('argument type lost');
  await page.locator('#localsearch-list a', { hasText: 'argument-type-lost' }).first().click();
  await page.waitForURL(/\/troubleshooting-arguments(\.html)?#argument-type-lost$/);
  await page.getByRole('heading', { name: 'argument-type-lost' }).waitFor();
  await page.goto(`${url}explain/method-missing`);
  await page.waitForURL(/#method-missing$/);
  await page.getByRole('heading', { name: 'method-missing' }).waitFor();
  await page.goto(`${url}how-it-works`);
  await page.locator('.diagram svg').first().waitFor();
  await page.close();
  return [];
}

/**
 * Returns what axe finds, and which pages are wider than the window.
 * @param {import('@playwright/test').Browser} browser
 * @param {string} url
 */
export async function inspectPages(browser, url) {
  const axe = await readFile(AXE, 'utf8');
  const looks = /** @type {const} */ ([
    { colorScheme: 'light', viewport: DESK },
    { colorScheme: 'dark', viewport: PHONE },
  ]);
  const found = await Promise.all(
    looks.map(async (look) => {
      const page = await browser.newPage(look);
      const faults = [];
      for (const path of PAGES) {
        await page.goto(url + path);
        await page.evaluate(axe);
        for (const fault of await page.evaluate(inspect)) faults.push(`/${path}, ${look.colorScheme}: ${fault}`);
      }
      await page.close();
      return faults;
    }),
  );
  return found.flat();
}

/** Runs in the page. */
async function inspect() {
  const { axe } = /** @type {{ axe: typeof import('axe-core') }} */ (/** @type {unknown} */ (globalThis));
  const { violations } = await axe.run({
    runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'],
    rules: { 'label-content-name-mismatch': { enabled: false } }, // It takes the key of the search button for its label.
  });
  const faults = violations.map(
    ({ id, help, nodes }) => `${id}: ${help}: ${nodes.map(({ html }) => html).join(' · ')}`,
  );
  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth > clientWidth) faults.push(`the page is ${scrollWidth} pixels wide in a window of ${clientWidth}`);
  return faults;
}
