// The server, seen from the process that soaks it.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';

/** Longer than `close` may wait for what is in flight. */
const ENDED_MS = 20_000;

export class Serving {
  url;
  port;
  /** What it has written, though there was no reason to. */
  written = '';
  /** How it has ended; nothing while it runs. */
  end;
  #child;
  #asked = new Map();

  static async start() {
    const serving = new Serving();
    await serving.#begin();
    return serving;
  }

  /** Asks the server about itself. */
  ask(what) {
    return new Promise((resolve, reject) => {
      if (this.end !== undefined) return reject(new Error(`The server has ended, with ${this.end}:\n${this.written}`));
      const id = this.#asked.size;
      this.#asked.set(id, { resolve, reject });
      return this.#child.send({ id, what });
    });
  }

  /** Has it close; gives the code that it exits with by itself, or nothing where it does not. */
  async close() {
    const exited = once(this.#child, 'exit');
    this.#child.disconnect();
    const code = await Promise.race([
      exited.then(([exitCode]) => exitCode),
      sleep(ENDED_MS, undefined, { ref: false }),
    ]);
    if (code === undefined) this.#child.kill('SIGKILL');
    return code;
  }

  async #begin() {
    this.#child = fork(new URL('server.js', import.meta.url), [], {
      execArgv: ['--expose-gc', '--disable-warning=ExperimentalWarning'],
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    for (const stream of [this.#child.stdout, this.#child.stderr]) stream.on('data', (data) => (this.written += data));
    this.#child.once('exit', (code, signal) => this.#ended(code ?? signal));
    const [{ url }] = await Promise.race([once(this.#child, 'message'), once(this.#child, 'exit')]);
    if (url === undefined) throw new Error(`The server has not begun:\n${this.written}`);
    this.#child.on('message', ({ id, told }) => this.#asked.get(id).resolve(told));
    this.url = url;
    this.port = Number(new URL(url).port);
  }

  #ended(how) {
    this.end = how;
    for (const { reject } of this.#asked.values()) reject(new Error(`The server has ended, with ${how}`));
  }
}
