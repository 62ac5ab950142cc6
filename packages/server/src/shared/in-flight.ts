/** Counts pending work, so that the server can reject requests above a limit, and a shutdown can wait. */
export class InFlight {
  readonly #waiting: (() => void)[] = [];
  readonly #max: number;
  /** The work that a shutdown waits for. */
  #count = 0;
  /** The work that takes up room. Includes work that outlives its request, but not work that waits for a user. */
  #taken = 0;

  /** @param max the maximum amount of concurrent work */
  constructor(max = Infinity) {
    this.#max = max;
  }

  get isFull(): boolean {
    return this.room <= 0;
  }

  /** The remaining room; negative if detached work exceeds it. */
  get room(): number {
    return this.#max - this.#taken;
  }

  /** Counts pieces of work until their slot is released. */
  enter(pieces = 1): Slot {
    this.add(pieces);
    return new Slot(this, pieces);
  }

  add(pieces: number): void {
    this.#count += pieces;
    this.#taken += pieces;
  }

  /** Takes up or frees room. */
  take(pieces: number): void {
    this.#taken += pieces;
  }

  /** Ends pieces of work, of which `taken` still take up room. */
  leave(pieces: number, taken: number): void {
    this.#count -= pieces;
    this.#taken -= taken;
    if (this.#count === 0) for (const wake of this.#waiting.splice(0)) wake();
  }

  /** Counts detached work. It takes up room until it ends, but no shutdown waits for it. */
  async detach(work: Promise<unknown>, pieces = 1): Promise<void> {
    this.#taken += pieces;
    await Promise.allSettled([work]);
    this.#taken -= pieces;
  }

  /** Waits until no work is left. */
  async untilIdle(): Promise<void> {
    // Repeats, because work that ends may at once start further work.
    while (this.#count > 0) await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }
}

/** Counts the room that each caller takes up. */
export interface Ledger {
  /** @param pieces the number of pieces; negative to release them */
  take(caller: string, pieces: number): void;
}

/** The slot of a piece of work. */
export class Slot {
  readonly #inFlight: InFlight;
  #pieces: number;
  /** The pieces of work that wait for users. */
  #lent = 0;
  #hasLeft = false;
  #ledger: Ledger | undefined;
  #caller = '';

  constructor(inFlight: InFlight, pieces: number) {
    this.#inFlight = inFlight;
    this.#pieces = pieces;
  }

  /** Counts the work for its caller, too. */
  charge(ledger: Ledger, caller: string): void {
    this.#ledger = ledger;
    this.#caller = caller;
    ledger.take(caller, this.#pieces);
  }

  /** Counts more of the same work. */
  grow(pieces: number): void {
    this.#pieces += pieces;
    this.#inFlight.add(pieces);
    this.#ledger?.take(this.#caller, pieces);
  }

  /** Ends the work; calling it again has no effect. */
  leave(): void {
    if (this.#hasLeft) return;
    this.#hasLeft = true;
    this.#inFlight.leave(this.#pieces, this.#pieces - this.#lentPieces);
    this.#ledger?.take(this.#caller, this.#lentPieces - this.#pieces);
  }

  /** Counts work that continues after this slot is released. */
  hold(work: Promise<unknown>, pieces = 1): void {
    this.#ledger?.take(this.#caller, pieces);
    void this.#inFlight.detach(work, pieces).then(() => this.#ledger?.take(this.#caller, -pieces));
  }

  /** Frees one unit of room while a user answers. */
  async releaseWhile<T>(answer: Promise<T>): Promise<T> {
    this.#change(1);
    try {
      return await answer;
    } finally {
      this.#change(-1);
    }
  }

  get #lentPieces(): number {
    return Math.min(this.#lent, this.#pieces);
  }

  #change(lent: number): void {
    const before = this.#lentPieces;
    this.#lent += lent;
    if (this.#hasLeft) return;
    this.#inFlight.take(before - this.#lentPieces);
    this.#ledger?.take(this.#caller, before - this.#lentPieces);
  }
}
