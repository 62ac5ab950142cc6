import { GrowingBuffer } from '../shared/growing-buffer.js';
import type { BodyFault } from './body.js';
import type { CallerBudget } from './held-bytes.js';

/**
 * This much of every body is read even if no further bytes may be held: answers of users and cancellations are smaller.
 */
const ALWAYS_READ_BYTES = 65_536;

/** A body that arrives in chunks, which are held until it is complete. */
export class ArrivingBody {
  readonly #bytes: GrowingBuffer;
  readonly #holding: CallerBudget;
  #size = 0;

  constructor(maxBytes: number, holding: CallerBudget) {
    this.#bytes = new GrowingBuffer(maxBytes);
    this.#holding = holding;
  }

  /** Takes a chunk; returns the refusal if reading should stop. */
  add(piece: Uint8Array): BodyFault | undefined {
    if (!this.#bytes.add(piece)) return 'too large';
    this.#size += piece.length;
    this.#holding.add(piece.length);
    return this.#size > ALWAYS_READ_BYTES && this.#holding.isFull() ? 'no room' : undefined;
  }

  /** Returns what has arrived, and releases it. */
  end(): Buffer {
    this.#holding.release(this.#size);
    this.#size = 0;
    return this.#bytes.take();
  }
}
