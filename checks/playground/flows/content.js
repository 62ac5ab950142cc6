import assert from 'node:assert/strict';

/** @type {readonly import('../check.js').Flow[]} */
export const CONTENT = [
  {
    title: 'every kind of content is shown, and as the model reads it',
    async run(visit) {
      const { page, result } = visit;
      await visit.go('/prompt/everything');
      await visit.reads(result, /6 messages/);
      await result.getByRole('img', { name: 'What the model sees' }).waitFor();
      assert.equal(await result.locator('audio').count(), 1);
      assert.equal(await result.locator('table').count(), 2);
      assert.equal(await result.locator('.fence').innerText(), 'untrusted\nhello'.replace('\n', ''));
      assert.equal(
        await result.getByRole('link', { name: 'link', exact: true }).getAttribute('href'),
        'https://example.com/docs',
      );
      await result.getByRole('button', { name: 'Read it' }).click();
      await visit.reads(result, /"total": 48\.5/);
      await visit.accessible('all kinds of content');
      await page.getByRole('switch', { name: 'As the model reads it' }).click();
      await visit.reads(result, /# A heading[^]*\*\*bold\*\*[^]*<untrusted-[0-9a-f]+ note/);
    },
  },
  {
    title: 'a tool that only reads is called at once, another asks first',
    async run(visit) {
      const { page, result } = visit;
      await visit.go('/tool/find_orders');
      await visit.reads(result, /called when you say so/);
      await visit.field('state').selectOption('open');
      await visit.button('Call').click();
      await visit.reads(result, /Structured content[^]*"1003"/);
      await visit.go('/tool/create_order');
      await visit.field('product').fill('KEEL-7');
      await visit.button('Call').click();
      await visit.reads(page.getByRole('dialog'), /may change something[^]*"product": "KEEL-7"/);
      await visit.accessible('a confirmation');
      await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
      await visit.reads(result, /called when you say so/);
      await visit.field('extra').fill('{ broken');
      await visit.button('Call').click();
      await visit.reads(result, /not what its field expects/);
      await visit.field('extra').fill('{ "fragile": true }');
      await visit.button('Call').click();
      await visit.button('Call it').click();
      await visit.reads(result, /"id": "1004"/);
      await visit.accessible('a tool');
    },
  },
  {
    title: 'a tool that refuses or fails says so',
    async run(visit) {
      const { result } = visit;
      await visit.go(`/tool/create_order?values=${encodeURIComponent('{"product":"A","quantity":"400"}')}`);
      await visit.button('Call').click();
      await visit.button('Call it').click();
      await visit.reads(result, /refuses 1 value/);
      await visit.go('/tool/delete_order');
      await visit.field('id').fill('9');
      await visit.button('Call').click();
      await visit.button('Call it').click();
      await visit.reads(result, /There is no order 9/);
    },
  },
  {
    title: 'resources are read, by variables too',
    async run(visit) {
      const { page, result } = visit;
      await visit.go('/resource/house_rules');
      await visit.reads(result, /guide:\/\/house[^]*Return early/);
      await visit.go('/resource/order');
      await visit.field('id').focus();
      await page.getByRole('option', { name: '1003' }).click();
      await visit.reads(result, /orders:\/\/1003[^]*"total": 230\.25/);
      await visit.field('id').fill('7');
      await visit.reads(result, /No resource at "orders:\/\/7"[^]*Below is the last good result/);
      await visit.go('/resource/picture');
      await result.getByRole('img').waitFor();
    },
  },
  {
    title: 'the server asks, the page shows a form, and the answer comes',
    async run(visit) {
      const { page, result } = visit;
      await visit.go('/prompt/letter');
      await visit.button('Fill in the sample').click();
      const form = page.getByRole('form', { name: 'Whom is the letter to?' });
      await form.getByLabel('Name').fill('Ann');
      await visit.accessible('a question');
      await form.getByLabel('Tone').selectOption('warm');
      await form.getByRole('button', { name: 'Answer' }).click();
      await visit.reads(result, /Write a warm letter to[^]*Ann[^]*open invoice/);
      await visit.field('about').fill('the harbour');
      await visit.reads(result, /Ann[^]*the harbour/);
      await visit.button('Ask me again').click();
      await form.getByRole('button', { name: 'Decline' }).click();
      await visit.reads(result, /needs more input|No answer|Error/);
    },
  },
  {
    title: 'what a user has said to a tool counts for one call',
    async run(visit) {
      const { page, result } = visit;
      const form = page.getByRole('form', { name: 'Why is it paid back?' });
      await visit.go('/tool/refund');
      await visit.field('id').fill('1001');
      for (const reason of ['late', 'broken']) {
        await visit.button('Call').click();
        await visit.button('Call it').click();
        await form.getByLabel('Reason').fill(reason);
        await form.getByRole('button', { name: 'Answer' }).click();
        await visit.reads(result, new RegExp(`Order 1001 is paid back: ${reason}`));
      }
    },
  },
  {
    title: 'a question that was declined can be asked again',
    async run(visit) {
      const { page, result } = visit;
      const form = page.getByRole('form', { name: 'Whom is the letter to?' });
      await visit.go('/prompt/letter');
      await visit.field('about').fill('the harbour');
      await form.getByRole('button', { name: 'Decline' }).click();
      await visit.reads(result, /needs more input/);
      await visit.button('Ask me again').click();
      await form.waitFor();
    },
  },
];
