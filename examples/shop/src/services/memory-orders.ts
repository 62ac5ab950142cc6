import { EventEmitter } from 'node:events';
import { RequestError } from '@cuecard/core';
import type { Order, OrderSummary } from '../orders/order.js';
import { type Article, type Change, type NewOrder, type OrderQuery, OrderStore } from '../orders/order-store.js';

/** The contents of a new store, to have something to show. */
export interface Sample {
  readonly articles: readonly Article[];
  readonly orders: readonly SampleOrder[];
}

interface SampleOrder extends NewOrder {
  /** When it was placed, in UTC. */
  readonly at: string;
  readonly shippedAs?: string;
}

const STOCK = 'stock';

/** Keeps orders until the process ends. In a copy, a class for your database replaces it. */
export class MemoryOrders extends OrderStore {
  #articles: ReadonlyMap<string, Article>;
  readonly #orders = new Map<string, Order>();
  readonly #changes = new EventEmitter().setMaxListeners(0); // As many as there are subscribers.

  constructor({ articles, orders }: Sample) {
    super();
    this.#articles = new Map(articles.map((article) => [article.name, article]));
    for (const { at, shippedAs: tracking, ...order } of orders) {
      const placed = this.#insert(order, 'web', new Date(at));
      if (tracking === undefined) continue;
      this.#update(placed, { status: 'shipped', tracking, note: `shipped as ${tracking}` }, 'warehouse', placed.placed);
    }
  }

  override async find(id: string) {
    return this.#orders.get(id);
  }

  override async search({ status, customer = '', day, limit }: OrderQuery) {
    return [...this.#orders.values()]
      .filter((order) => status === undefined || order.status === status)
      .filter((order) => order.customer.toLowerCase().includes(customer.toLowerCase()))
      .filter((order) => day === undefined || dateOf(order.placed) === dateOf(day))
      .toReversed()
      .slice(0, limit)
      .map(summaryOf);
  }

  override async *after(id = '') {
    for (const order of this.#orders.values()) if (order.id > id) yield order;
  }

  override async ids(prefix: string) {
    return [...this.#orders.keys()].filter((id) => id.startsWith(prefix)).slice(0, 100);
  }

  override async articles() {
    return [...this.#articles.values()];
  }

  override async place(order: NewOrder, by: string) {
    const placed = this.#insert(order, by, new Date());
    this.#changes.emit(STOCK);
    return placed;
  }

  override async change(id: string, by: string, decide: (order: Order) => Change | undefined) {
    const order = this.#orders.get(id);
    if (order === undefined) throw new RequestError(`There is no order ${id}`);
    const change = decide(order);
    if (change === undefined) return order;
    const changed = this.#update(order, change, by, new Date());
    this.#changes.emit(id);
    if (change.restock) this.#changes.emit(STOCK);
    return changed;
  }

  override async restock(article: string, quantity: number) {
    this.#articles = this.#with([{ article, quantity }]);
    this.#changes.emit(STOCK);
    return articleIn(this.#articles, article);
  }

  override watchOrder(id: string, changed: () => void) {
    return this.#watch(id, changed);
  }

  override watchStock(changed: () => void) {
    return this.#watch(STOCK, changed);
  }

  #insert({ customer, lines: ordered }: NewOrder, by: string, placed: Date): Order {
    const lines = ordered.map((line) => ({ ...line, price: articleIn(this.#articles, line.article).price }));
    this.#articles = this.#with(lines.map(({ article, quantity }) => ({ article, quantity: -quantity })));
    const order: Order = {
      id: String(100_001 + this.#orders.size),
      customer,
      status: 'placed',
      total: lines.reduce((sum, { quantity, price }) => sum + quantity * price, 0),
      placed,
      lines,
      history: [{ at: placed, by, note: 'placed' }],
    };
    this.#orders.set(order.id, order);
    return order;
  }

  #update(order: Order, { note, restock, ...change }: Change, by: string, at: Date): Order {
    if (restock) this.#articles = this.#with(order.lines);
    const changed: Order = { ...order, ...change, history: [...order.history, { at, by, note }] };
    this.#orders.set(order.id, changed);
    return changed;
  }

  /**
   * Returns the stock with more of some articles or, where a quantity is negative, with less.
   * @throws {RequestError} if there is no such article, or too few of it
   */
  #with(lines: NewOrder['lines']): ReadonlyMap<string, Article> {
    const articles = new Map(this.#articles);
    for (const { article: name, quantity } of lines) {
      const article = articleIn(articles, name);
      const stock = article.stock + quantity;
      if (stock < 0) throw new RequestError(`Only ${article.stock} of "${name}" are left, not ${-quantity}`);
      articles.set(name, { ...article, stock });
    }
    return articles;
  }

  #watch(what: string, changed: () => void): () => void {
    this.#changes.on(what, changed);
    return () => this.#changes.off(what, changed);
  }
}

function articleIn(articles: ReadonlyMap<string, Article>, name: string): Article {
  const article = articles.get(name);
  if (article === undefined) throw new RequestError(`There is no article "${name}". shop://stock has them all`);
  return article;
}

function summaryOf({ id, customer, status, total, placed }: Order): OrderSummary {
  return { id, customer, status, total, placed };
}

/** The day in UTC. */
function dateOf(time: Date): string {
  return time.toISOString().slice(0, 10);
}
