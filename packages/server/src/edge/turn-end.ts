/**
 * The end of an event loop turn, at which the requests of the turn are read together. The same code then runs many times
 * in a row, which suits processors, and a client with many requests is woken once instead of for each answer: without
 * it, 16 connections cost 1.7 times the processor time. A single request is answered slightly later.
 */
export class TurnEnd {
  #reached: Promise<void> | undefined;

  reached(): Promise<void> {
    this.#reached ??= new Promise((resolve) => {
      setImmediate(() => {
        this.#reached = undefined;
        resolve();
      });
    });
    return this.#reached;
  }
}
