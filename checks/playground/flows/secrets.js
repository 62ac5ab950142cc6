import assert from 'node:assert/strict';
import { eventually } from '../visit.js';

/** @type {readonly import('../check.js').Flow[]} */
export const SECRETS = [
  {
    title: 'what a schema calls a password or write-only is masked, and kept nowhere, at any depth',
    async run(visit) {
      const { page, result } = visit;
      const { asked } = await withSecrets(page);
      await visit.go(`/tool/create_order?values=${encodeURIComponent('{"pin":"secret-0"}')}`);
      await eventually(async () => assert.doesNotMatch(page.url(), /secret-0/));
      await visit.field('product').fill('KEEL-7');
      await visit.field('pin').fill('secret-1');
      await visit.button('Add card').click();
      await visit.field('holder').fill('Ann');
      await visit.field('number').fill('secret-2');
      await visit.button('Add to codes').click();
      await page.getByLabel('codes 1', { exact: true }).fill('secret-3');
      for (const name of ['pin', 'number', 'codes 1'])
        assert.equal(await page.locator('.field').getByLabel(name, { exact: true }).getAttribute('type'), 'password');
      await visit.accessible('secrets');
      await visit.button('Call').click();
      await visit.reads(page.getByRole('dialog'), /"pin": "•••"[^]*"holder": "Ann"[^]*"number": "•••"/);
      assert.doesNotMatch(await page.innerText('body'), /secret-\d/);
      await visit.button('Call it').click();
      await eventually(async () =>
        assert.deepEqual(asked.at(-1), {
          product: 'KEEL-7',
          pin: 'secret-1',
          card: { holder: 'Ann', number: 'secret-2' },
          codes: ['secret-3'],
        }),
      );
      await visit.reads(result, /"id": "1004"/);
      await visit.button('JSON…').click();
      assert.doesNotMatch(await page.getByLabel('One object').inputValue(), /secret-\d/);
      await page.getByRole('dialog').getByRole('button', { name: 'Fill in' }).click();
      assert.equal(await visit.field('pin').inputValue(), 'secret-1');
      await nothingIsKept(page);
      await page.reload();
      await eventually(async () => assert.equal(await visit.field('product').inputValue(), 'KEEL-7'));
      assert.equal(await visit.field('pin').inputValue(), '');
    },
  },
];

/** @param {import('playwright-core').Page} page */
async function nothingIsKept(page) {
  const kept = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage, location.href, history.state]));
  assert.match(kept, /KEEL-7[^]*Ann/);
  assert.doesNotMatch(kept, /secret-\d/);
}

/**
 * Gives a tool of the stage a schema with secrets, and answers its calls without them.
 * @param {import('playwright-core').Page} page
 */
async function withSecrets(page) {
  /** @type {unknown[]} the arguments of the calls */
  const asked = [];
  await page.route('**/definitions/tool/create_order', async (route) => {
    const response = await route.fetch();
    const detail = await response.json();
    const card = {
      type: 'object',
      properties: { holder: { type: 'string' }, number: { type: 'string', writeOnly: true } },
      additionalProperties: false,
    };
    Object.assign(detail.schema.properties, {
      pin: { type: 'string', format: 'password' },
      card,
      codes: { type: 'array', items: { type: 'string', format: 'password' } },
    });
    await route.fulfill({ response, json: { ...detail, arguments: [] } });
  });
  await page.route('**/mcp', async (route) => {
    const { method, params, ...message } = route.request().postDataJSON();
    if (method !== 'tools/call') return route.continue();
    asked.push(params.arguments);
    const { product } = params.arguments;
    const postData = JSON.stringify({ ...message, method, params: { ...params, arguments: { product } } });
    return route.continue({ postData });
  });
  return { asked };
}
