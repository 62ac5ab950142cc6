import { type Ran, start } from './cuecard.ts';
import { ServingCommand } from './serving-command.ts';

/** Runs `cuecard dev` or another serving command in this process. */
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

  /** Stops the command like a signal to its process. */
  async stop(signal: 'SIGINT' | 'SIGTERM' = 'SIGTERM'): Promise<void> {
    this.#interruption.abort(signal);
    await this.#running;
  }
}
