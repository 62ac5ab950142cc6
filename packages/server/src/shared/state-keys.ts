import { createHash, hkdfSync, randomBytes } from 'node:crypto';
import type { Monitor } from '@cuecard/core';

export interface StateKeyOptions {
  /**
   * The keys that sign the data that clients carry between requests: the state of elicitations, since protocol revision
   * 2026-07-28, and the ids of resumable sessions. The first key signs, and all keys verify. Each has at least 32
   * bytes; a string is encoded as UTF-8. Processes that serve the same clients need the same keys. Rotate a key in
   * three steps, each in all processes: add the new key at the end, move it to the front, and remove the old one once
   * all data that it signed has expired.
   * @default one random key for each process
   */
  readonly stateKeys?: readonly (Uint8Array | string)[];
}

/** The newest key, and older ones. */
type Keys = readonly [Uint8Array, ...Uint8Array[]];

let keyOfThisProcess: Uint8Array | undefined;

/** The length of the id of a key. */
export const KEY_ID_LENGTH = 8;

/** Returns the id of a key for signed data. The id does not reveal the key. */
export function keyIdOf(key: Uint8Array): string {
  return createHash('sha256').update(key).digest('base64url').slice(0, KEY_ID_LENGTH);
}

/** The keys that sign data for clients, the newest first. */
export class StateKeys {
  readonly #configured: Keys | undefined;
  readonly #derived = new Map<string, Keys>();
  readonly #monitor: Pick<Monitor, 'warnOnce'>;

  /**
   * @throws {TypeError} if the keys are not an array, or one is neither bytes nor a string
   * @throws {RangeError} if there are no keys, or one is shorter than 32 bytes
   */
  constructor({ stateKeys }: StateKeyOptions, monitor: Pick<Monitor, 'warnOnce'>) {
    this.#monitor = monitor;
    this.#configured = stateKeys === undefined ? undefined : keysIn(stateKeys);
  }

  /** Whether the keys are random. Other processes, and this process after a restart, do not know random keys. */
  get areRandom(): boolean {
    return this.#configured === undefined;
  }

  /** Derives keys for one purpose: a signature for another purpose is invalid (RFC 5869, section 3.2). */
  forPurpose(purpose: string): Keys {
    const known = this.#derived.get(purpose);
    if (known !== undefined) return known;
    const derive = (key: Uint8Array) => new Uint8Array(hkdfSync('sha256', key, '', `cuecard ${purpose}`, 32));
    const [newest, ...older] = this.#keys;
    const derived: Keys = [derive(newest), ...older.map(derive)];
    this.#derived.set(purpose, derived);
    return derived;
  }

  /**
   * Returns the key with this id, which signed some data. For an unknown id, warns once that instances have different
   * keys.
   * @param signed the name of the signed data, for the warning
   */
  find(purpose: string, id: string, signed: string): Uint8Array | undefined {
    const key = this.forPurpose(purpose).find((each) => keyIdOf(each) === id);
    if (key === undefined) this.#warn(signed);
    return key;
  }

  #warn(signed: string): void {
    const cause = this.areRandom ? ' Without stateKeys, each process has a random key.' : '';
    this.#monitor.warnOnce(`A client sent a ${signed} that was signed with an unknown key.${cause} ${SAME_KEYS}`);
  }

  /**
   * Creates the random key on first use. Modules may create handlers while they load, when some platforms provide no
   * randomness.
   */
  get #keys(): Keys {
    return this.#configured ?? [(keyOfThisProcess ??= randomBytes(32))];
  }
}

const SAME_KEYS =
  'Set the same stateKeys in all instances that serve the same clients. See "Keys" on the documentation page "Sessions".';

// Not every application is type-checked: an entry may be an unset environment variable.
function keysIn(input: unknown): Keys {
  if (!Array.isArray(input)) throw new TypeError('stateKeys is not an array: use [key], or [newestKey, ...olderKeys]');
  const [newest, ...older] = input.map(bytesOf);
  if (newest !== undefined) return [newest, ...older];
  throw new RangeError('stateKeys is empty: add a key, or omit stateKeys');
}

/** Copies a key, because its owner may wipe it. Errors do not contain the key. */
function bytesOf(key: unknown, index: number): Uint8Array {
  const bytes = typeof key === 'string' ? new TextEncoder().encode(key) : key;
  const name = `stateKeys[${index}]`;
  if (!(bytes instanceof Uint8Array))
    throw new TypeError(`${name} is neither a Uint8Array nor a string: correct the key, or remove it`);
  if (bytes.length >= 32) return Uint8Array.from(bytes);
  throw new RangeError(`${name} has ${bytes.length} bytes: use at least 32, such as randomBytes(32)`);
}
