/** Lets many in at the same time, or one alone. */
export class Turns {
  #inside = 0;
  #door;
  #emptied = () => {};

  async share(work) {
    while (this.#door !== undefined) await this.#door;
    this.#inside += 1;
    try {
      return await work();
    } finally {
      this.#inside -= 1;
      if (this.#inside === 0) this.#emptied();
    }
  }

  /** Lets nobody in, waits until all others are out, and works. One at a time asks for this. */
  async alone(work) {
    const { promise, resolve: open } = deferred();
    this.#door = promise;
    if (this.#inside > 0) await new Promise((resolve) => (this.#emptied = resolve));
    try {
      return await work();
    } finally {
      this.#door = undefined;
      open();
    }
  }
}

function deferred() {
  let resolve;
  const promise = new Promise((settle) => (resolve = settle));
  return { promise, resolve };
}
