import { setImmediate as turn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** How many bytes are on the heap, without what nobody holds. */
export function heapUsed(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed;
}

/** Knows which of some objects are still held by somebody. */
export class Held {
  readonly #references: WeakRef<object>[] = [];

  watch<T extends object>(object: T): T {
    this.#references.push(new WeakRef(object));
    return object;
  }

  /** How many there have been, and how many of them are held. */
  async counts(): Promise<{ all: number; held: number }> {
    await turn(); // What was looked at in this turn is kept until it is over.
    collectGarbage();
    const held = this.#references.filter((reference) => reference.deref() !== undefined);
    return { all: this.#references.length, held: held.length };
  }
}
