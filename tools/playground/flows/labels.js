import assert from 'node:assert/strict';
import { eventually } from '../visit.js';

/** @type {readonly import('../check.js').Flow[]} */
export const LABELS = [
  {
    title: 'a label of a store moves with a reason, and is rolled back, by the keyboard alone',
    scene: 'labelled',
    async run(visit) {
      const { page } = visit;
      const { keyboard } = page;
      const labels = page.getByRole('region', { name: 'Labels' });
      await visit.go('/prompt/greeting');
      await visit.reads(labels, /production 1\.0\.0\s+where the code declares it\s+Move here\s+Another label/);
      await press(page, 'Move here: production');
      await labels.getByRole('form', { name: 'Move to 2.0.0' }).waitFor();
      await keyboard.press('Enter');
      await visit.reads(labels.getByRole('alert'), /production.*is protected: say why/);
      await visit.accessible('a protected label');
      await keyboard.type('It reads better');
      await keyboard.press('Tab');
      await keyboard.type('10');
      await keyboard.press('Enter');
      await focused(page, 'Change: production');
      await visit.reads(labels, /production 2\.0\.0 for 10 %\s+\S+, \d+ \w+ \d{4}, \d\d:\d\d: It reads better/);
      await press(page, 'History: production');
      await visit.reads(labels, /the code → 2\.0\.0 for 10 %[^]*Roll back to the code/);
      await press(page, 'Another label');
      await labels.getByLabel('Label', { exact: true }).waitFor();
      await everywhere(visit);
      await keyboard.press('Escape');
      await focused(page, 'Another label');
      await press(page, 'Roll back to the code');
      await labels.getByRole('form', { name: 'Roll back to the code' }).waitFor();
      await keyboard.type('Too warm');
      await keyboard.press('Enter');
      await visit.reads(labels, /production 1\.0\.0\s+where the code declares it/);
      await visit.reads(labels, /2\.0\.0 for 10 % → the code\s+\S+, .*: Too warm\s+Roll back to 2\.0\.0 for 10 %/);
    },
  },
  {
    title: 'a new label of a store is put on a version, and removed',
    scene: 'labelled',
    async run(visit) {
      const { page } = visit;
      const labels = page.getByRole('region', { name: 'Labels' });
      await visit.go('/prompt/greeting');
      await visit.button('Another label').click();
      await labels.getByLabel('Label', { exact: true }).fill('canary');
      await labels.getByLabel('Percentage').fill('10');
      await visit.button('Put it on 2.0.0').click();
      await visit.reads(labels, /canary 2\.0\.0 for 10 %/);
      await visit.button('Change: canary').click();
      await visit.button('Remove').click();
      await visit.reads(labels, /canary\s+on no version\s+Move here\s+History/);
    },
  },
  {
    title: 'a store of labels that is away is told, and refuses',
    scene: 'unreachable',
    async run(visit) {
      const { page } = visit;
      const labels = page.getByRole('region', { name: 'Labels' });
      await visit.go('/prompt/greeting');
      await visit.reads(labels.getByRole('status'), /cannot be reached.*Since \d\d:\d\d:\d\d/);
      await visit.accessible('a store that is away');
      await visit.button('Move here: production').click();
      await visit.button('Move to 2.0.0').click();
      await visit.reads(labels.getByRole('alert'), /cannot be reached/);
    },
  },
];

/**
 * @param {import('../visit.js').Page} page
 * @param {string} name of a button
 */
async function press(page, name) {
  await page.getByRole('button', { name, exact: true }).focus();
  await page.keyboard.press('Enter');
}

/**
 * Waits until a button has the focus.
 * @param {import('../visit.js').Page} page
 * @param {string} name
 */
async function focused(page, name) {
  await eventually(async () => {
    const words = await page.evaluate(() => {
      const { activeElement: at } = document;
      return at?.getAttribute('aria-label') ?? at?.textContent;
    });
    assert.equal(words, name);
  });
}

/**
 * Looks at the page in both colours, and on a phone.
 * @param {import('../visit.js').Visit} visit
 */
async function everywhere(visit) {
  for (const colorScheme of /** @type {const} */ (['dark', 'light'])) {
    await visit.page.emulateMedia({ colorScheme });
    await visit.accessible(`labels in ${colorScheme} colours`);
  }
  await visit.page.setViewportSize({ width: 390, height: 844 });
  await visit.fits();
  await visit.accessible('labels on a phone');
}
