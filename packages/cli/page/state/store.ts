import { useEffect, useState } from 'preact/hooks';

/** A value that notifies its listeners of changes. */
export class Store<T> {
  readonly #listeners = new Set<(value: T) => void>();
  #value: T;

  constructor(value: T) {
    this.#value = value;
  }

  get value(): T {
    return this.#value;
  }

  set(value: T): void {
    if (Object.is(value, this.#value)) return;
    this.#value = value;
    for (const listener of this.#listeners) listener(value);
  }

  /** Returns a function that removes the listener. */
  subscribe(listener: (value: T) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}

/** The value of a store; the component renders again when it changes. */
export function useStore<T>(store: Store<T>): T {
  const [, setSeen] = useState(store.value);
  useEffect(() => {
    setSeen(() => store.value); // It may have changed since the first rendering.
    return store.subscribe((value) => setSeen(() => value));
  }, [store]);
  return store.value;
}
