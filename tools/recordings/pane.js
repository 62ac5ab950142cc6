import { spawn } from '@lydell/node-pty';
import headless from '@xterm/headless';
import { setTimeout as sleep } from 'node:timers/promises';

/** How long a person needs for a key. */
const KEY_MS = 45;
const PATIENCE_MS = 20_000;
const PROMPT = '$ ';

/**
 * @typedef PaneOptions
 * @property {number} columns
 * @property {number} rows
 * @property {string} folder
 * @property {Record<string, string>} env
 */

/** A shell in a terminal of its own, and what its screen shows. */
export class Pane {
  /** @type {import('@xterm/headless').Terminal} */
  terminal;
  /** Whether the cursor is to be seen. */
  hasCursor = true;
  #said = '';
  #shell;

  /** @param {PaneOptions} options */
  constructor({ columns, rows, folder, env }) {
    this.terminal = new headless.Terminal({ cols: columns, rows, allowProposedApi: true });
    this.#shell = spawn('bash', ['--norc', '--noprofile'], {
      name: 'xterm-256color',
      cols: columns,
      rows,
      cwd: folder,
      env: { ...env, PS1: PROMPT, TERM: 'xterm-256color', BASH_SILENCE_DEPRECATION_WARNING: '1' },
    });
    this.#shell.onData((data) => {
      this.#said += data;
      const shown = Math.max(data.lastIndexOf('\u001B[?25h'), data.lastIndexOf('\u001B[?25l'));
      if (shown !== -1) this.hasCursor = data[shown + 5] === 'h';
      this.terminal.write(data);
    });
  }

  /**
   * Types a line as a person does, and does not press enter.
   * @param {string} text
   */
  async type(text) {
    for (const key of text) {
      this.#shell.write(key);
      await sleep(KEY_MS);
    }
  }

  /**
   * Types a command, and waits for its end.
   * @param {string} command
   */
  async run(command) {
    await this.start(command);
    await this.ends();
  }

  /** Waits until the shell asks for the next command. */
  ends() {
    return this.says(/\$ $/);
  }

  /** @param {string} command */
  async start(command) {
    await this.type(command);
    await sleep(300);
    await this.press('\r');
  }

  /** @param {string} key as a terminal sends it */
  async press(key) {
    this.#said = '';
    this.#shell.write(key);
    await sleep(KEY_MS);
  }

  /**
   * Waits for something that is said after the last key.
   * @param {RegExp} pattern
   */
  async says(pattern) {
    const end = performance.now() + PATIENCE_MS;
    while (!pattern.test(this.#said)) {
      if (performance.now() > end) throw new Error(`It did not say ${pattern}, but: ${JSON.stringify(this.#said)}`);
      await sleep(10);
    }
  }

  close() {
    this.#shell.kill();
    this.terminal.dispose();
  }
}
