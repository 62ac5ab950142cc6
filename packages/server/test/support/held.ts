import { setImmediate as turn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** Returns the number of bytes on the heap after garbage collection. */
export function heapUsed(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed;
}

/** Counts which objects are still reachable. */
export class Held {
  readonly #references: WeakRef<object>[] = [];

  watch<T extends object>(object: T): T {
    this.#references.push(new WeakRef(object));
    return object;
  }

  /** Returns the number of watched objects, and how many of them are reachable. */
  async counts(): Promise<{ all: number; held: number }> {
    await turn(); // Ends the turn, because dereferenced objects stay alive until then.
    collectGarbage();
    const held = this.#references.filter((reference) => reference.deref() !== undefined);
    return { all: this.#references.length, held: held.length };
  }
}
