import { hkdfSync, randomBytes } from 'node:crypto';

export interface StateKeyOptions {
  /**
   * The keys that sign what clients carry from request to request: the state of questions, since 2026-07-28, and the ids
   * of resumable sessions. The first one signs, all verify. Each has at least 32 bytes; a text is taken as UTF-8.
   * Processes that serve the same clients need the same keys. A new key takes three steps, each in all processes: add
   * it at the end, move it to the front, and remove the old one when nothing that it signed is in use any more.
   * @default one that is random for this process
   */
  readonly stateKeys?: readonly (Uint8Array | string)[];
}

/** The newest key, and older ones. */
type Keys = readonly [Uint8Array, ...Uint8Array[]];

let keyOfThisProcess: Uint8Array | undefined;

/** The keys for what clients carry, the newest first. */
export class StateKeys {
  readonly #given: Keys | undefined;
  readonly #derived = new Map<string, Keys>();

  /**
   * @throws {TypeError} if the keys are not an array, or one is neither bytes nor a text
   * @throws {RangeError} if there are none, or one is shorter than 32 bytes
   */
  constructor({ stateKeys }: StateKeyOptions) {
    this.#given = stateKeys === undefined ? undefined : keysIn(stateKeys);
  }

  /** Whether no other process can have them, nor this one after a restart. */
  get areRandom(): boolean {
    return this.#given === undefined;
  }

  /** Returns keys for one purpose only: what is signed for another one does not pass (RFC 5869, section 3.2). */
  for(purpose: string): Keys {
    const known = this.#derived.get(purpose);
    if (known !== undefined) return known;
    const derive = (key: Uint8Array) => new Uint8Array(hkdfSync('sha256', key, '', `cuecard ${purpose}`, 32));
    const [newest, ...older] = this.#keys;
    const derived: Keys = [derive(newest), ...older.map(derive)];
    this.#derived.set(purpose, derived);
    return derived;
  }

  /** Created when first needed: handlers are created while modules load, when some platforms provide no randomness. */
  get #keys(): Keys {
    return this.#given ?? [(keyOfThisProcess ??= randomBytes(32))];
  }
}

// Not every application is type-checked: an entry may be an unset environment variable.
function keysIn(given: unknown): Keys {
  if (!Array.isArray(given)) throw new TypeError('stateKeys is not an array: write [key], and older keys after it');
  const [newest, ...older] = given.map(bytesOf);
  if (newest !== undefined) return [newest, ...older];
  throw new RangeError('stateKeys is empty: give a key, or leave the option out');
}

/** Copies the key, because its owner may wipe it. No message shows a key. */
function bytesOf(key: unknown, index: number): Uint8Array {
  const bytes = typeof key === 'string' ? new TextEncoder().encode(key) : key;
  const name = `stateKeys[${index}]`;
  if (!(bytes instanceof Uint8Array)) throw new TypeError(`${name} is neither bytes nor a text: leave it out`);
  if (bytes.length >= 32) return Uint8Array.from(bytes);
  throw new RangeError(`${name} has ${bytes.length} bytes: give one of 32 or more, such as randomBytes(32)`);
}
