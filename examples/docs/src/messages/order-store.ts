import { EventEmitter } from 'node:events';

export interface Order {
  readonly id: string;
  readonly total: number;
}

/** Orders in memory, as a database would hold them. */
export class OrderStore {
  readonly #orders = new Map<string, Order>();
  readonly #changes = new EventEmitter();

  save(order: Order): void {
    this.#orders.set(order.id, order);
    this.#changes.emit(order.id);
  }

  find(id: string): Order | undefined {
    return this.#orders.get(id);
  }

  idsFrom(prefix: string): string[] {
    return [...this.#orders.keys()].filter((id) => id.startsWith(prefix));
  }

  /** The orders after one, in the order of their ids. */
  async *after(id = ''): AsyncGenerator<Order> {
    for (const key of [...this.#orders.keys()].toSorted()) if (key > id) yield this.find(key) as Order;
  }

  /** Calls back when an order changes; returns the function that ends this. */
  onChange(id: string, changed: () => void): () => void {
    this.#changes.on(id, changed);
    return () => this.#changes.off(id, changed);
  }
}
