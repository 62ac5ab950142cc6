import { singleton } from 'tsyringe';
import type { Order } from './orders.js';

/** The orders of a shop, in memory. */
@singleton()
export class Ledger {
  readonly #orders = new Map<string, { readonly order: Order; readonly by: string | undefined }>();

  add(article: string, by: string | undefined): Order {
    const order = { id: `A-${this.#orders.size + 1}`, article };
    this.#orders.set(order.id, { order, by });
    return order;
  }

  find(id: string): Order | undefined {
    return this.#orders.get(id)?.order;
  }

  ids(): readonly string[] {
    return [...this.#orders.keys()];
  }

  /** Returns how many it has removed. */
  removeAll(by: string | undefined): number {
    const own = [...this.#orders].filter(([, each]) => each.by === by);
    for (const [id] of own) this.#orders.delete(id);
    return own.length;
  }
}
