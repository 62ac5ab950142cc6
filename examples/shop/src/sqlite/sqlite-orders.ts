import { EventEmitter } from 'node:events';
import { RequestError } from '@cuecard/core';
import type { Order, OrderSummary } from '../orders/order.js';
import { type Change, type NewOrder, type OrderQuery, OrderStore, type Takings } from '../orders/order-store.js';
import { ArticleTable } from './article-table.js';
import type { Database } from './database.js';
import { OrderTable } from './order-table.js';

const PAGE = 100;
const STOCK = 'stock';

/** Orders in SQLite. It tells of the changes that are made through itself, once they are committed. */
export class SqliteOrders extends OrderStore {
  readonly #database: Database;
  readonly #orders: OrderTable;
  readonly #articles: ArticleTable;
  readonly #now: () => Date;
  readonly #changes = new EventEmitter().setMaxListeners(0); // As many as there are subscribers.

  constructor(database: Database, now = () => new Date()) {
    super();
    this.#database = database;
    this.#orders = new OrderTable(database);
    this.#articles = new ArticleTable(database);
    this.#now = now;
  }

  override async find(id: string): Promise<Order | undefined> {
    return this.#orders.find(id);
  }

  override async search(query: OrderQuery): Promise<OrderSummary[]> {
    return this.#orders.search(query);
  }

  override async *after(id = ''): AsyncGenerator<OrderSummary> {
    let last: string | undefined = id;
    while (last !== undefined) {
      const page = this.#orders.page(last, PAGE);
      yield* page;
      last = page.at(PAGE - 1)?.id;
    }
  }

  override async ids(prefix: string) {
    return this.#orders.ids(prefix, 100);
  }

  override async articles() {
    return this.#articles.all();
  }

  override async takings() {
    return this.#database.rows<Takings>(`
      SELECT status, count(*) AS count, sum(total - refunded) / 100.0 AS total
      FROM orders GROUP BY status ORDER BY status`);
  }

  override async place({ customer, lines }: NewOrder, by: string) {
    const order = this.#database.transaction(() => {
      const id = this.#orders.nextId();
      const priced = lines.map((line) => ({ ...line, price: this.#articles.take(line.article, line.quantity) }));
      this.#orders.insert({ id, customer, placed: this.#now(), lines: priced });
      return this.#noted(id, by, 'placed');
    });
    this.#changes.emit(STOCK);
    return order;
  }

  override async change(id: string, by: string, decide: (order: Order) => Change | undefined) {
    const { order, change } = this.#database.transaction(() => {
      const found = this.#orders.find(id);
      if (found === undefined) throw new RequestError(`There is no order ${id}`);
      const decided = decide(found);
      return { order: decided === undefined ? found : this.#apply(found, by, decided), change: decided };
    });
    if (change !== undefined) this.#changes.emit(id);
    if (change?.restock) this.#changes.emit(STOCK);
    return order;
  }

  override async restock(article: string, quantity: number) {
    const stocked = this.#database.transaction(() => this.#articles.put(article, quantity));
    this.#changes.emit(STOCK);
    return stocked;
  }

  override watchOrder(id: string, changed: () => void) {
    return this.#watch(id, changed);
  }

  override watchStock(changed: () => void) {
    return this.#watch(STOCK, changed);
  }

  #apply(order: Order, by: string, change: Change): Order {
    this.#orders.update(order, change);
    if (change.restock) for (const { article, quantity } of order.lines) this.#articles.put(article, quantity);
    return this.#noted(order.id, by, change.note);
  }

  #noted(id: string, by: string, note: string): Order {
    this.#orders.note(id, { at: this.#now().toISOString(), by, note });
    return this.#orders.find(id) as Order;
  }

  #watch(what: string, changed: () => void): () => void {
    this.#changes.on(what, changed);
    return () => this.#changes.off(what, changed);
  }
}
