import { setTimeout as sleep } from 'node:timers/promises';

/** @typedef {import('./pane.js').Pane} Pane */

/**
 * @typedef Scene
 * @property {string} name
 * @property {string} title
 * @property {readonly number[]} panes how many rows each of the panes has
 * @property {(shell: Pane, other: Pane) => Promise<void>} play in the upper pane, and the lower one
 */

const REVIEW = 'src/prompts/code-review.ts';
const DOWN = '\u001B[B';

/** @type {readonly Scene[]} */
export const SCENES = [
  {
    name: 'dev',
    title: 'cuecard dev: an edit is served at once; a fault is shown with its place, until it is mended',
    panes: [27, 3],
    async play(dev, shell) {
      await dev.start('cuecard dev');
      await dev.says(/q quit/);
      await sleep(1_800);
      await shell.start(`sed -i 's/some code/your code/' ${REVIEW}`);
      await dev.says(/reloaded/);
      await sleep(2_000);
      await shell.start(`sed -i 's/code!: string/code!: Map<string, string>/' ${REVIEW}`);
      await dev.says(/until this is mended/);
      await sleep(2_600);
      await shell.start(`sed -i 's/code!: Map.*;/code!: string;/' ${REVIEW}`);
      await dev.says(/mended[^]*reloaded/);
    },
  },
  {
    name: 'get',
    title: 'cuecard get asks for an argument, and suggests values while one types',
    panes: [14],
    async play(shell) {
      await shell.start("cuecard get translate text='Welcome!'");
      await shell.says(/to \(Into/);
      await sleep(1_600);
      await shell.type('gr');
      await sleep(1_600);
      await shell.press(DOWN);
      await sleep(900);
      await shell.press('\r');
      await shell.ends();
    },
  },
  {
    name: 'check',
    title: 'cuecard check finds text that is not fenced, with its place and remedy, and nothing once it is mended',
    panes: [13],
    async play(shell) {
      await shell.run(`sed -i 's/untrusted(code)/code/' ${REVIEW}`);
      await shell.run('cuecard check');
      await sleep(2_600);
      await shell.run(`sed -i 's/{code}/{untrusted(code)}/' ${REVIEW}`);
      await shell.run('cuecard check');
    },
  },
  {
    name: 'diff',
    title: 'cuecard diff says what changed since the contract, and which version that needs',
    panes: [20],
    async play(shell) {
      await shell.run(`sed -i "s/, 'go'//; s/of some code/of code/" ${REVIEW}`);
      await shell.run('cuecard diff');
      await sleep(2_600);
      await shell.run("sed -i 's/0.1.0/0.2.0/' cuecard.config.ts package.json");
      await shell.run('cuecard diff');
    },
  },
];
