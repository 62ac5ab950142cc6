import assert from 'node:assert/strict';
import { Project } from '../project.js';
import { Stage } from '../stage.js';
import { eventually } from '../visit.js';

/** @type {readonly import('../check.js').Flow[]} */
export const EVENTS = [
  {
    title: 'a save renders anew, and shows what it has changed',
    async run(visit) {
      const { page, result, stage } = visit;
      const scrolled = () => page.locator('.entries').evaluate((list) => list.scrollTop);
      await page
        .getByRole('link', { name: /Everything at once/ })
        .first()
        .waitFor();
      await page.locator('.entries').evaluate((list) => list.scrollTo(0, 120));
      await visit.go('/prompt/explain_error');
      await visit.button('Fill in the sample').click();
      await visit.reads(result, /Explain this error/);
      stage.tell('edit Explain this failure');
      await visit.reads(result, /Explain this failure/);
      await visit.tab('Compare').click();
      await visit.reads(result, /before the last save/);
      assert.equal(await scrolled(), 120);
      await eventually(async () => {
        assert.deepEqual(await result.locator('del').allInnerTexts(), ['error']);
        assert.deepEqual(await result.locator('ins').allInnerTexts(), ['failure']);
      });
    },
  },
  {
    title: 'a problem stands on the page with its place until it is mended',
    async run(visit) {
      const { page, stage } = visit;
      await visit.go('/prompt/explain_error');
      stage.tell('break');
      const alert = page.getByRole('alert');
      await visit.reads(alert, /Expected `,` or `\)`[^]*> 12 \|[^]*last good state/);
      await visit.accessible('a problem');
      await page.getByRole('button', { name: 'Open src/prompts/explain-error.ts:12:34 in the editor' }).click();
      await eventually(async () => assert.deepEqual(stage.said, ['open src/prompts/explain-error.ts:12']));
      await page.getByRole('link', { name: 'Problems 1' }).click();
      await visit.reads(page.getByRole('main'), /Close the bracket/);
      stage.tell('mend');
      await eventually(async () => assert.equal(await alert.innerText(), ''));
    },
  },
  {
    title: 'after a restart of dev the page comes back by itself, with what was typed and the new text',
    isProject: true,
    async run(visit) {
      const { page, result, stage } = visit;
      assert.ok(stage instanceof Project);
      await visit.go('/prompt/announce?tab=json');
      await visit.field('ship').fill('Halcyon');
      await visit.reads(result, /The next ship is Halcyon/);
      const { url } = stage;
      await stage.end();
      await visit.reads(page.getByRole('banner'), /Reconnecting/);
      await visit.field('ship').fill('Halcyon II');
      await stage.tell('edit Now arriving:');
      await stage.begin();
      assert.equal(stage.url, url);
      await visit.reads(page.getByRole('banner'), /Live/);
      await visit.reads(result, /Now arriving: Halcyon II/);
      assert.equal(await visit.field('ship').inputValue(), 'Halcyon II');
      assert.match(page.url(), /tab=json&values=%7B%22ship%22%3A%22Halcyon\+II/);
      await stage.tell('edit In dock:');
      await visit.reads(result, /In dock: Halcyon II/);
    },
  },
  {
    title: 'a fault of a project stands on the page and in the terminal with the same place',
    isProject: true,
    async run(visit) {
      const { page, stage } = visit;
      const alert = page.getByRole('alert');
      await visit.go('/prompt/announce');
      await visit.field('ship').fill('Halcyon');
      await visit.reads(visit.result, /The next ship is Halcyon/);
      await stage.tell('break');
      await visit.reads(alert, /src\/announce\.ts:\d+:\d+[^]*last good state/);
      const [place = ''] = /src\/announce\.ts:\d+:\d+/.exec(await alert.innerText()) ?? [];
      assert.ok(stage.said.includes(place), `the terminal has another place than ${place}: ${stage.said.join('\n')}`);
      await visit.field('ship').fill('Meridian');
      await visit.reads(visit.result, /The next ship is Meridian/);
      await stage.tell('mend');
      await eventually(async () => assert.equal(await alert.innerText(), ''));
    },
  },
  {
    title: 'a server with another token is let in by its address, with what was typed before',
    async run(visit) {
      const { page, stage } = visit;
      await visit.go('/prompt/explain_error');
      await visit.field('trace').fill('typed before');
      await visit.reads(visit.result, /typed before/);
      await stage.stop();
      await visit.reads(page.getByRole('banner'), /Reconnecting/);
      visit.stage = await Stage.start({ port: stage.port });
      await visit.reads(page.getByRole('main'), /another token/);
      await visit.accessible('the gate');
      await page.getByLabel('Address or token').fill('nonsense');
      await visit.button('Open').click();
      await visit.reads(page.getByRole('main'), /not an address of the playground/);
      await page.getByLabel('Address or token').fill(visit.stage.url);
      await visit.button('Open').click();
      await eventually(async () => assert.equal(await visit.field('trace').inputValue(), 'typed before'));
      await visit.reads(visit.result, /typed before/);
      await visit.reads(page.getByRole('banner'), /Live/);
    },
  },
  {
    title: 'without a token the page says what it needs',
    async run(visit) {
      const { page } = visit;
      await page.evaluate(() => sessionStorage.clear());
      await page.goto(`${visit.stage.origin}/#/prompt/everything`);
      await page.reload();
      await visit.reads(page.getByRole('main'), /needs its token/);
    },
  },
];
