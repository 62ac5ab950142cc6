import { Output } from './output.ts';

/** A command that serves until it is stopped, such as `cuecard dev`. */
export abstract class ServingCommand {
  /** The running commands. A command that a failed test leaves would keep the runner waiting. */
  static readonly #running = new Set<ServingCommand>();
  protected readonly output = new Output();

  constructor() {
    ServingCommand.#running.add(this);
  }

  static async stopAll(): Promise<void> {
    await Promise.all([...ServingCommand.#running].map((each) => each.stop()));
    ServingCommand.#running.clear();
  }

  /** The lines on stderr so far. */
  get said(): string {
    return this.output.text;
  }

  /** Resolves to the URL of the endpoint once it listens. */
  async url(): Promise<URL> {
    const [, url = ''] = await this.says(/Endpoint +(\S+)/);
    return new URL(url);
  }

  /** Waits until the text on stderr after an index matches. */
  says(pattern: RegExp, after = 0): Promise<RegExpExecArray> {
    return this.output.match(pattern, after);
  }

  /** Does the work, and waits for matching text that follows. */
  async sayingAfter(pattern: RegExp, work: () => void): Promise<RegExpExecArray> {
    const { length } = this.said;
    work();
    return this.says(pattern, length);
  }

  /** Checks a condition after each reload until it is true. */
  async reloadsUntil(isMet: () => Promise<boolean>): Promise<void> {
    for (let from = this.said.length; !(await isMet());) {
      const { index } = await this.says(/reloaded/, from);
      from += index + 'reloaded'.length;
    }
  }

  /** Resolves to the exit code once the command has ended by itself. */
  abstract exitCode(): Promise<number | null>;

  abstract stop(): Promise<void>;
}
