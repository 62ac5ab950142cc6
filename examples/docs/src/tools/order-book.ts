import { singleton } from 'tsyringe';

/** What an order has in the database: more than clients may see. */
export interface StoredOrder {
  readonly id: string;
  readonly placed: Date;
  readonly total: number;
  readonly margin: number;
}

/** Orders in memory, as a database would hold them. */
@singleton()
export class OrderBook {
  readonly #orders: StoredOrder[] = [];

  stockOf(article: string): number {
    return article === 'anvil' ? 0 : 100;
  }

  async place(lines: readonly { readonly quantity: number }[], _deliverOn?: Date): Promise<StoredOrder> {
    const total = lines.reduce((sum, { quantity }) => sum + quantity * 2.5, 0);
    const placed = new Date('2026-05-01T10:00:00Z');
    const order = { id: `A-${this.#orders.length + 1}`, placed, total, margin: 0.4 };
    this.#orders.push(order);
    return order;
  }

  async list(): Promise<readonly StoredOrder[]> {
    return this.#orders;
  }
}
