import { type Ran, start } from './cuecard.ts';
import { ServingCommand } from './serving-command.ts';

/** `cuecard dev` or another command that serves, in this process. */
export class DevInProcess extends ServingCommand {
  readonly #interruption = new AbortController();
  readonly #running: Promise<Ran>;

  constructor(folder: string, args: readonly string[] = ['--port', '0'], command = 'dev') {
    super();
    const { signal } = this.#interruption;
    const { running } = start([command, ...args], { folder, signal, env: { NO_COLOR: '1' } }, this.output);
    this.#running = running;
  }

  async exitCode(): Promise<number> {
    const { code } = await this.#running;
    return code;
  }

  /** Ends it as a signal to its process does. */
  async stop(signal: 'SIGINT' | 'SIGTERM' = 'SIGTERM'): Promise<void> {
    this.#interruption.abort(signal);
    await this.#running;
  }
}
