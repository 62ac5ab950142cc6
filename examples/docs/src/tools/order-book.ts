/** What an order has in the database: more than clients may see. */
export interface StoredOrder {
  readonly id: string;
  readonly placed: Date;
  readonly total: number;
  readonly margin: number;
}

export interface OrderedLine {
  readonly article: string;
  readonly quantity: number;
}

/** The orders; what is registered for it asks a database. */
export abstract class OrderBook {
  abstract stockOf(article: string): number;
  abstract place(lines: readonly OrderedLine[], deliverOn?: Date): Promise<StoredOrder>;
  abstract list(): Promise<readonly StoredOrder[]>;
  abstract cancel(id: string): Promise<boolean>;
}

export class SmallOrderBook extends OrderBook {
  readonly #orders = new Map<string, StoredOrder>();

  override stockOf(article: string): number {
    return article === 'anvil' ? 0 : 100;
  }

  override async place(lines: readonly { readonly quantity: number }[]): Promise<StoredOrder> {
    const id = `A-${this.#orders.size + 1}`;
    const total = lines.reduce((sum, { quantity }) => sum + quantity * 2.5, 0);
    const order = { id, placed: new Date('2026-05-01T10:00:00Z'), total, margin: 0.4 };
    this.#orders.set(id, order);
    return order;
  }

  override async list(): Promise<readonly StoredOrder[]> {
    return [...this.#orders.values()];
  }

  override async cancel(id: string): Promise<boolean> {
    return this.#orders.delete(id);
  }
}
