import { createHash } from 'node:crypto';
import type { Connection } from './connection.js';

/** A script that Redis runs in one step. */
export class Script {
  readonly #text: string;
  readonly #hash: string;

  constructor(text: string) {
    this.#text = text;
    this.#hash = createHash('sha1').update(text).digest('hex');
  }

  async run(connection: Connection, keys: readonly string[], args: readonly string[]): Promise<unknown> {
    const rest = [String(keys.length), ...keys, ...args];
    try {
      return await connection.send(['EVALSHA', this.#hash, ...rest]);
    } catch (error) {
      if (!(error instanceof Error) || !error.message.startsWith('NOSCRIPT')) throw error;
      return connection.send(['EVAL', this.#text, ...rest]); // From now on Redis knows it.
    }
  }
}
