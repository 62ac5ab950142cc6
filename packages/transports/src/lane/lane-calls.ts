/** Something that can be cancelled. */
interface Cancellable {
  cancel(reason?: string): void;
}

/** The requests of one session that have to be waited for in the lane, by id. */
export class LaneCalls {
  readonly #calls = new Map<string | number, Cancellable>();

  has(id: string | number): boolean {
    return this.#calls.has(id);
  }

  add(id: string | number, call: Cancellable): void {
    this.#calls.set(id, call);
  }

  remove(id: string | number): void {
    this.#calls.delete(id);
  }

  /** Cancels one, as its client asks (basic/utilities/cancellation); one that is not here is none of the lane. */
  cancel(id: string | number, reason?: string): void {
    this.#calls.get(id)?.cancel(reason);
  }

  /** Cancels them all: the session has ended. */
  end(): void {
    for (const call of this.#calls.values()) call.cancel();
  }
}
