import type { Order, OrderSummary, Status } from './order.js';

/** What there is to buy. */
export interface Article {
  readonly name: string;
  /** In francs. */
  readonly price: number;
  readonly stock: number;
}

export interface OrderQuery {
  readonly status?: Status | undefined;
  /** A part of the customer's name, in any case. */
  readonly customer?: string | undefined;
  /** The day on which it was placed, in UTC. */
  readonly day?: Date | undefined;
  readonly limit: number;
}

export interface NewOrder {
  readonly customer: string;
  readonly lines: readonly { readonly article: string; readonly quantity: number }[];
}

/** What becomes of an order. */
export interface Change {
  readonly status: Status;
  /** What its history says. */
  readonly note: string;
  readonly tracking?: string;
  /** Whether its articles can be sold again. */
  readonly restock?: boolean;
}

/** The orders and the stock of a shop. Whoever mounts the pack has one. */
export abstract class OrderStore {
  abstract find(id: string): Promise<Order | undefined>;

  /** The newest first. */
  abstract search(query: OrderQuery): Promise<readonly OrderSummary[]>;

  /** The orders after one, in the order of their numbers, read as they are asked for. */
  abstract after(id?: string): AsyncIterable<OrderSummary>;

  /** At most 100 numbers of orders that begin like this. */
  abstract ids(prefix: string): Promise<readonly string[]>;

  abstract articles(): Promise<readonly Article[]>;

  /**
   * Places an order and takes its articles from stock, in one transaction.
   * @throws {RequestError} if there is no such article, or too few of it; then nothing has changed
   */
  abstract place(order: NewOrder, by: string): Promise<Order>;

  /**
   * Changes an order, in one transaction. `decide` sees the order as it then is, and returns nothing to leave it.
   * @throws {RequestError} if there is no such order, and what `decide` throws; then nothing has changed
   */
  abstract change(id: string, by: string, decide: (order: Order) => Change | undefined): Promise<Order>;

  /**
   * Puts more of an article into stock.
   * @throws {RequestError} if there is no such article
   */
  abstract restock(article: string, quantity: number): Promise<Article>;

  /** Calls back after each change of an order; returns what ends this. */
  abstract watchOrder(id: string, changed: () => void): () => void;

  /** Calls back after each change of the stock; returns what ends this. */
  abstract watchStock(changed: () => void): () => void;
}
