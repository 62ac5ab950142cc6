import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** How long it may take until it answers, in milliseconds. */
const START_MS = 15_000;
/** How long it is waited for one answer before it is asked again. */
const ANSWER_MS = 1_000;

/** A deployment that serves over HTTP. */
export class ServerProcess {
  #child;
  #said = '';

  /**
   * @param {string} command
   * @param {number} port
   * @param {{ cwd: string, env: NodeJS.ProcessEnv }} options
   */
  constructor(command, port, { cwd, env }) {
    this.url = new URL(`http://127.0.0.1:${port}/mcp`);
    this.#child = spawn('sh', ['-c', `exec ${command}`], { cwd, env: { ...env, PORT: String(port) } });
    for (const stream of [this.#child.stdout, this.#child.stderr]) stream.on('data', (chunk) => (this.#said += chunk));
    /** @type {Promise<unknown>} its exit code, or the signal that ended it */
    this.ended = once(this.#child, 'exit').then(([code, signal]) => code ?? signal);
    process.once('exit', this.kill);
    this.#child.once('exit', () => process.off('exit', this.kill));
  }

  /**
   * Starts one on any free port, and waits until it answers.
   * @param {string} command
   * @param {{ cwd: string, env: NodeJS.ProcessEnv }} options
   */
  static async start(command, options) {
    const started = new ServerProcess(command, await freePort(), options);
    const isUp = await Promise.race([started.#answers(), started.ended.then(() => false), sleep(START_MS, false)]);
    if (isUp) return started;
    started.kill();
    throw new Error(`It does not answer:\n${started.#said}`);
  }

  /** Tells it to end, as Ctrl-C, Docker and Kubernetes do. */
  end = () => void this.#child.kill('SIGTERM');

  kill = () => void this.#child.kill('SIGKILL');

  async #answers() {
    for (;;) {
      try {
        const response = await fetch(this.url, { signal: AbortSignal.timeout(ANSWER_MS) });
        await response.text();
        return true;
      } catch {
        await sleep(100, undefined, { ref: false });
        if (this.#child.exitCode !== null || this.#child.killed) return false;
      }
    }
  }
}

/** @returns {Promise<number>} */
async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  server.close();
  await once(server, 'close');
  return port;
}
