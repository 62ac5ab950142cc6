import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const SERVER = fileURLToPath(new URL('../../packages/cli/test/playground/stage/server.mjs', import.meta.url));

/** A server with a scene and the page. */
export class Stage {
  #child;
  /** @type {string[]} what it has said besides its address */
  said = [];
  /** The address of the page, with its token. */
  url = '';

  /** @param {import('node:child_process').ChildProcessByStdio<import('node:stream').Writable, import('node:stream').Readable, null>} child */
  constructor(child) {
    this.#child = child;
  }

  /**
   * @param {{ scene?: string, port?: number }} [options]
   * @returns {Promise<Stage>}
   */
  static async start({ scene = 'desk', port = 0 } = {}) {
    const child = spawn(process.execPath, [SERVER, scene, String(port)], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    const stage = new Stage(child);
    const lines = createInterface(child.stdout);
    [stage.url = ''] = await Promise.race([once(lines, 'line'), once(child, 'exit').then(() => [])]);
    if (stage.url === '') throw new Error(`The stage of ${scene} has not started`);
    lines.on('line', (line) => stage.said.push(line));
    return stage;
  }

  get origin() {
    return new URL(this.url).origin;
  }

  get port() {
    return Number(new URL(this.url).port);
  }

  /** @param {string} command one that `server.mjs` knows */
  tell(command) {
    this.#child.stdin.write(`${command}\n`);
  }

  async stop() {
    if (this.#child.exitCode !== null) return;
    const ended = once(this.#child, 'exit');
    this.tell('stop');
    await ended;
  }
}
