import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { Lines } from './raw.ts';

/** A server in a separate process. */
export class Child {
  readonly url: string;
  readonly lines: Lines;
  readonly #process: ChildProcess;
  #watching = 0;

  private constructor(process: ChildProcess, url: string) {
    this.#process = process;
    this.url = url;
    const { stdin, stdout } = process;
    if (stdin === null || stdout === null) throw new Error('The server has no pipes');
    this.lines = new Lines(stdin, stdout);
    process.on('message', ({ watching }: { watching?: number }) => (this.#watching = watching ?? this.#watching));
  }

  static async start(script: string, ...args: string[]): Promise<Child> {
    const process = fork(script, args, { stdio: ['pipe', 'pipe', 'inherit', 'ipc'] });
    const [{ url }] = (await once(process, 'message')) as [{ url: string }];
    return new Child(process, url);
  }

  /** Waits until this number of resources is watched. */
  async watching(count: number): Promise<void> {
    while (this.#watching !== count) await once(this.#process, 'message');
  }

  get pid(): number | undefined {
    return this.#process.pid;
  }

  /** Sends a message to the process. */
  send(message: string): void {
    this.#process.send(message);
  }

  /** Closes the server's stdin. */
  hangUp(): void {
    this.#process.stdin?.end();
  }

  /** Terminates the process, and resolves to its exit code. */
  async stop(): Promise<number | null> {
    const exited = once(this.#process, 'exit') as Promise<[number | null]>;
    this.#process.kill('SIGTERM');
    return (await exited)[0];
  }

  async close(): Promise<void> {
    this.#process.kill('SIGKILL');
  }
}
