import { GrowingBuffer } from '../shared/growing-buffer.js';
import type { BodyFault } from './exchange.js';
import type { Holding } from './held-bytes.js';

/** So much is read of every body, even while no more is to be held: people's answers and cancellations are smaller. */
const ALWAYS_READ_BYTES = 65_536;

/** A body that arrives in pieces, which are held until all of it is there. */
export class ArrivingBody {
  readonly #bytes: GrowingBuffer;
  readonly #holding: Holding;
  #size = 0;

  constructor(maxBytes: number, holding: Holding) {
    this.#bytes = new GrowingBuffer(maxBytes);
    this.#holding = holding;
  }

  /** Takes a piece; returns why no more of them should be read. */
  add(piece: Uint8Array): BodyFault | undefined {
    if (!this.#bytes.add(piece)) return 'too large';
    this.#size += piece.length;
    this.#holding.add(piece.length);
    return this.#size > ALWAYS_READ_BYTES && this.#holding.isFull() ? 'no room' : undefined;
  }

  /** Gives what has arrived, and holds nothing any more. */
  end(): Buffer {
    this.#holding.release(this.#size);
    this.#size = 0;
    return this.#bytes.take();
  }
}
