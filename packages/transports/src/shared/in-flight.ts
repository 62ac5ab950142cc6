/** Counts what is under way, so that more than a limit can be refused, and a shutdown can wait for it. */
export class InFlight {
  readonly #waiting: (() => void)[] = [];
  readonly #max: number;
  /** What a shutdown waits for. */
  #count = 0;
  /** What takes up room: also work that goes on after its request, but nothing that waits for a person. */
  #taken = 0;

  /** @param max how much is to be under way at the same time */
  constructor(max = Infinity) {
    this.#max = max;
  }

  /** Whether nothing more should enter until something is done. */
  get isFull(): boolean {
    return this.room <= 0;
  }

  /** How much more may enter. */
  get room(): number {
    return this.#max - this.#taken;
  }

  /** Counts some pieces of work, until their slot is left. */
  enter(pieces = 1): Slot {
    this.add(pieces);
    return new Slot(this, pieces);
  }

  add(pieces: number): void {
    this.#count += pieces;
    this.#taken += pieces;
  }

  /** Takes up room, or gives it back. */
  take(pieces: number): void {
    this.#taken += pieces;
  }

  /** Counts pieces of work out; `taken` is how many of them still take up room. */
  leave(pieces: number, taken: number): void {
    this.#count -= pieces;
    this.#taken -= taken;
    if (this.#count === 0) for (const wake of this.#waiting.splice(0)) wake();
  }

  /** Counts work that nobody waits for any more: it takes up room until it ends, and no shutdown waits for it. */
  async hold(work: Promise<unknown>, pieces = 1): Promise<void> {
    this.#taken += pieces;
    await Promise.allSettled([work]);
    this.#taken -= pieces;
  }

  /** Waits until nothing is under way. */
  async settled(): Promise<void> {
    // Again, for whoever leaves may enter elsewhere at once.
    while (this.#count > 0) await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }
}

/** Counts what each caller has taken of the room. */
export interface Ledger {
  /** @param pieces negative for what is given back */
  take(caller: string, pieces: number): void;
}

/** The place of some work among what is under way. */
export class Slot {
  readonly #inFlight: InFlight;
  #pieces: number;
  /** How much of the work waits for people at the moment. */
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

  /** Counts the work out; a second time changes nothing. */
  leave(): void {
    if (this.#hasLeft) return;
    this.#hasLeft = true;
    this.#inFlight.leave(this.#pieces, this.#pieces - this.#lentPieces);
    this.#ledger?.take(this.#caller, this.#lentPieces - this.#pieces);
  }

  /** Counts work that goes on when this has been left, as long as it lasts. */
  hold(work: Promise<unknown>, pieces = 1): void {
    this.#ledger?.take(this.#caller, pieces);
    void this.#inFlight.hold(work, pieces).then(() => this.#ledger?.take(this.#caller, -pieces));
  }

  /** Gives up one piece of room for as long as a person takes to answer. */
  async lend<T>(answer: Promise<T>): Promise<T> {
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
