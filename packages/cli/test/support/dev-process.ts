import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const CUECARD = fileURLToPath(new URL('../../dist/cuecard.js', import.meta.url));

/** `cuecard dev` or another command that serves, running in a folder. */
export class DevProcess {
  /** Those that have not been stopped; one that a failed test leaves would keep the runner waiting. */
  static readonly #running = new Set<DevProcess>();
  readonly process: ChildProcess;
  /** What it has said so far. */
  said = '';

  constructor(folder: string, args: readonly string[] = ['--port', '0'], command = 'dev') {
    this.process = spawn(process.execPath, ['--expose-gc', CUECARD, command, ...args], {
      cwd: folder,
      env: { ...process.env, NO_COLOR: '1' },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    DevProcess.#running.add(this);
    this.process.stderr?.on('data', (chunk) => (this.said += String(chunk)));
  }

  /** The address of the endpoint, once it listens. */
  async url(): Promise<URL> {
    const [, url = ''] = await this.says(/Endpoint +(\S+)/);
    return new URL(url);
  }

  /** Waits until it says something, counted from the end of what it had said before. */
  async says(pattern: RegExp, after = 0): Promise<RegExpExecArray> {
    for (let left = 400; left > 0; left -= 1) {
      const found = pattern.exec(this.said.slice(after));
      if (found !== null) return found;
      if (this.process.exitCode !== null) break;
      await sleep(25);
    }
    throw new Error(`It did not say ${pattern}, but:\n${this.said.slice(after)}`);
  }

  /** Does something, and waits until it says what follows. */
  async sayingAfter(pattern: RegExp, work: () => void): Promise<RegExpExecArray> {
    const { length } = this.said;
    work();
    return this.says(pattern, length);
  }

  /** What it exits with, by itself. */
  exitCode(): Promise<number | null> {
    if (this.process.exitCode !== null) return Promise.resolve(this.process.exitCode);
    return new Promise((resolve) => this.process.once('exit', resolve));
  }

  static async stopAll(): Promise<void> {
    await Promise.all([...DevProcess.#running].map((each) => each.stop()));
  }

  async stop(): Promise<void> {
    DevProcess.#running.delete(this);
    const isOver = this.process.exitCode !== null || this.process.signalCode !== null;
    if (isOver) return;
    const ended = new Promise((resolve) => this.process.once('exit', resolve));
    this.process.kill('SIGKILL');
    await ended;
  }
}
