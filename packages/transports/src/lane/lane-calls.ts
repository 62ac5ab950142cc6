/** A cancellable call. */
interface Cancellable {
  cancel(reason?: string): void;
}

/** The pending lane requests of one session, by id. */
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

  /** Cancels one for its client (basic/utilities/cancellation); unknown ids belong to the SDK. */
  cancel(id: string | number, reason?: string): void {
    this.#calls.get(id)?.cancel(reason);
  }

  /** Cancels all, because the session has ended. */
  end(): void {
    for (const call of this.#calls.values()) call.cancel();
  }
}
