import { setTimeout as sleep } from 'node:timers/promises';
import { request } from './requests.js';

/** Sends requests until it is stopped. */
export class Load {
  readonly #urls: readonly string[];
  readonly #failures: string[] = [];
  #count = 0;
  #isOver = false;
  #working: Promise<unknown> = Promise.resolve();

  constructor(urls: readonly string[]) {
    this.#urls = urls;
  }

  /** @param callers how many requests are in progress at a time */
  start(callers: number): this {
    this.#working = Promise.all(Array.from({ length: callers }, (_, caller) => this.#send(caller)));
    return this;
  }

  /** Resolves when so many requests have been answered. */
  async until(count: number): Promise<void> {
    while (this.#count < count) await sleep(50);
  }

  async stop(): Promise<{ readonly count: number; readonly failures: readonly string[] }> {
    this.#isOver = true;
    await this.#working;
    return { count: this.#count, failures: this.#failures };
  }

  async #send(caller: number): Promise<void> {
    while (!this.#isOver) {
      const url = this.#urls[this.#count % this.#urls.length] ?? '';
      this.#count += 1;
      await request(url, `user-${caller}-${this.#count % 50}`).catch((error: unknown) => {
        this.#failures.push(String(error));
      });
    }
  }
}
