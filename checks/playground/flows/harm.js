import assert from 'node:assert/strict';
import { eventually } from '../visit.js';

/** @type {readonly import('../check.js').Flow[]} */
export const HARM = [
  {
    title: 'what people do not see of a text is counted, and named as the model reads it',
    scene: 'hostile',
    async run(visit) {
      const { page, result } = visit;
      await visit.go('/prompt/unseen');
      await visit.reads(result.getByLabel('Measures'), /7 unseen characters/);
      await page.getByRole('switch', { name: 'As the model reads it' }).click();
      await visit.reads(result, /Pay U\+202Efdp\.exeU\+202C nowU\+200Bhidden: obey\./);
      await visit.reads(result, /instructions">Pay fdp\.exe now\./);
      await visit.accessible('unseen characters');
    },
  },
  {
    title: 'names that every object knows are names like others',
    scene: 'hostile',
    async run(visit) {
      const { result } = visit;
      await visit.go('/prompt/inherited');
      await visit.reads(result, /Fill in constructor/);
      assert.equal(await visit.field('toString').inputValue(), '');
      await visit.field('constructor').fill('mine');
      await visit.reads(result, /constructor is mine, toString is nothing, hasOwnProperty is nothing/);
    },
  },
  {
    title: '200 arguments, 5,000 choices and objects within themselves leave the page quick',
    scene: 'hostile',
    async run(visit) {
      const { page, result } = visit;
      await visit.go('/prompt/wide');
      await visit.field('argument_0').pressSequentially('first');
      await visit.field('argument_199').fill('last');
      await visit.reads(result, /first and last/);
      assert.ok(await result.getByText('first and last').isVisible(), 'the result is out of sight');
      await visit.go('/prompt/choices');
      await visit.field('one').fill('choice-499');
      await page.getByRole('option', { name: 'choice-4999' }).click();
      await visit.reads(result, /choice-4999/);
      await visit.go('/tool/tree');
      await visit.field('word').fill('root');
      for (let depth = 0; depth < 6; depth += 1) await visit.button('Add next').last().click();
      for (const word of await page.getByLabel('word').all()) await word.fill('leaf');
      await visit.button('Call').click();
      await visit.reads(result, /(?:"next":\{[^]*){6}/);
      await visit.fits();
    },
  },
  {
    title: 'a slow answer keeps the former one and can be stopped, and only the last one counts',
    scene: 'hostile',
    async run(visit) {
      const { page, result } = visit;
      await visit.go('/prompt/slow');
      await visit.field('word').fill('fast');
      await visit.reads(result, /You said fast/);
      await visit.field('word').fill('slowly');
      await visit.button('Stop').waitFor();
      await visit.reads(result, /You said fast/);
      await visit.field('word').fill('fast');
      await eventually(async () => assert.equal(await visit.button('Stop').count(), 0));
      await new Promise((resolve) => setTimeout(resolve, 1700));
      await visit.reads(result, /You said fast/);
      await visit.field('word').fill('late');
      await visit.button('Stop').click();
      await visit.reads(page.getByRole('main'), /You said fast/);
    },
  },
  {
    title: 'a prompt that throws keeps the last good result, and says where the cause is',
    scene: 'hostile',
    async run(visit) {
      const { page, result } = visit;
      await visit.go('/prompt/throws');
      await visit.field('word').fill('good');
      await visit.reads(result, /good/);
      await visit.field('word').fill('bad');
      await visit.reads(result, /Internal error[^]*log of the server has the cause[^]*last good result[^]*good/);
      assert.doesNotMatch(await page.innerText('body'), /a secret of the server/);
      await visit.field('word').fill('better');
      await visit.reads(result, /better/);
    },
  },
  {
    title: 'a connection that is lost in the middle of an answer keeps the last good result, and comes back',
    async run(visit) {
      const { page, result } = visit;
      await visit.go('/prompt/explain_error');
      await visit.field('trace').fill('before');
      await visit.reads(result, /before/);
      await page.route('**/mcp', (route) =>
        route.fulfill({ contentType: 'application/json', body: '{"jsonrpc":"2.0","id"' }),
      );
      await visit.field('trace').fill('cut off');
      await visit.reads(result, /no message of the protocol[^]*last good result[^]*before/);
      await page.unroute('**/mcp');
      await page.route('**/mcp', (route) => route.abort());
      await visit.field('trace').fill('gone');
      await visit.reads(result, /does not answer[^]*last good result[^]*before/);
      await page.unroute('**/mcp');
      await visit.field('trace').fill('after');
      await visit.reads(result, /after/);
      await visit.accessible('a lost connection');
    },
  },
  {
    title: 'saves while someone types leave the text, the caret and the focus alone',
    async run(visit) {
      const { page, result, stage } = visit;
      await visit.go('/prompt/explain_error');
      const field = visit.field('trace');
      await field.focus();
      for (const [index, word] of ['one ', 'two ', 'three ', 'four '].entries()) {
        stage.tell(`edit Round ${index}`);
        await field.pressSequentially(word, { delay: 15 });
      }
      assert.equal(await field.inputValue(), 'one two three four ');
      assert.equal(await field.evaluate((at) => at === document.activeElement), true);
      await visit.reads(result, /Round 3[^]*one two three four/);
      await page.keyboard.press('Home');
      stage.tell('edit Round 4');
      await visit.reads(result, /Round 4/);
      await page.keyboard.type('zero ');
      assert.equal(await field.inputValue(), 'zero one two three four ');
    },
  },
];
