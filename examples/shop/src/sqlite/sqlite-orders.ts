import { EventEmitter } from 'node:events';
import { RequestError } from '@cuecard/core';
import type { Order, OrderEvent, OrderLine, OrderSummary } from '../orders/order.js';
import {
  type Article,
  type Change,
  type NewOrder,
  type OrderQuery,
  OrderStore,
  type Takings,
} from '../orders/order-store.js';
import type { Database } from './database.js';

const PAGE = 100;
const STOCK = 'stock';

// Amounts are cents in the database, and francs for everyone else.
const ARTICLE = 'name, price / 100.0 AS price, stock';
const SUMMARY = 'id, customer, status, total / 100.0 AS total, placed';

/** A row whose times are text. */
type Row<T> = { readonly [K in keyof T]: T[K] extends Date ? string : T[K] };
type OrderRow = Row<OrderSummary> & { readonly refunded: number; readonly tracking: string | null };

/** Who does something to an order, and when. */
interface Action {
  readonly by: string;
  readonly at: Date;
}

/** Orders in SQLite. It notifies of changes that are made through itself, once they are committed. */
export class SqliteOrders extends OrderStore {
  readonly #database: Database;
  readonly #now: () => Date;
  readonly #changes = new EventEmitter().setMaxListeners(0); // As many as there are subscribers.

  constructor(database: Database, now = () => new Date()) {
    super();
    this.#database = database;
    this.#now = now;
  }

  override async find(id: string): Promise<Order | undefined> {
    return this.#find(id);
  }

  override async search({ status, customer, day, limit }: OrderQuery): Promise<OrderSummary[]> {
    const sql = `
      SELECT ${SUMMARY} FROM orders
      WHERE (?1 IS NULL OR status = ?1)
        AND (?2 IS NULL OR instr(lower(customer), lower(?2)) > 0)
        AND (?3 IS NULL OR substr(placed, 1, 10) = ?3)
      ORDER BY placed DESC, id DESC LIMIT ?4`;
    const date = day?.toISOString().slice(0, 10) ?? null;
    const values = [status ?? null, customer ?? null, date, limit];
    return this.#database.rows<Row<OrderSummary>>(sql, values).map(withDate);
  }

  override async *after(id = ''): AsyncGenerator<OrderSummary> {
    const sql = `SELECT ${SUMMARY} FROM orders WHERE id > ? ORDER BY id LIMIT ?`;
    let last: string | undefined = id;
    while (last !== undefined) {
      const page: OrderSummary[] = this.#database.rows<Row<OrderSummary>>(sql, [last, PAGE]).map(withDate);
      yield* page;
      last = page.at(PAGE - 1)?.id;
    }
  }

  override async ids(prefix: string) {
    const sql = 'SELECT id FROM orders WHERE substr(id, 1, length(?1)) = ?1 ORDER BY id LIMIT 100';
    return this.#database.rows<{ readonly id: string }>(sql, [prefix]).map(({ id }) => id);
  }

  override async articles() {
    return this.#database.rows<Article>(`SELECT ${ARTICLE} FROM article ORDER BY name`);
  }

  override async takings() {
    return this.#database.rows<Takings>(`
      SELECT status, count(*) AS count, sum(total - refunded) / 100.0 AS total
      FROM orders GROUP BY status ORDER BY status`);
  }

  override async place(order: NewOrder, by: string) {
    const placed = this.#database.transaction(() => this.insert(order, { by, at: this.#now() }));
    this.#changes.emit(STOCK);
    return placed;
  }

  override async change(id: string, by: string, decide: (order: Order) => Change | undefined) {
    const { order, change } = this.#database.transaction(() => {
      const found = this.#find(id);
      if (found === undefined) throw new RequestError(`There is no order ${id}`);
      const decided = decide(found);
      return { order: decided ? this.update(found, decided, { by, at: this.#now() }) : found, change: decided };
    });
    if (change !== undefined) this.#changes.emit(id);
    if (change?.restock) this.#changes.emit(STOCK);
    return order;
  }

  override async restock(article: string, quantity: number) {
    const stocked = this.#database.transaction(() => this.#addToStock(article, quantity));
    this.#changes.emit(STOCK);
    return stocked;
  }

  override watchOrder(id: string, changed: () => void) {
    return this.#watch(id, changed);
  }

  override watchStock(changed: () => void) {
    return this.#watch(STOCK, changed);
  }

  /** Stores an order and takes its articles from stock. The caller opens the transaction. */
  insert({ customer, lines }: NewOrder, { by, at }: Action): Order {
    const [{ id = '' } = {}] = this.#database.rows<{ readonly id: string }>(
      "SELECT CAST(ifnull(max(id), '100000') + 1 AS TEXT) AS id FROM orders",
    );
    this.#database.run('INSERT INTO orders (id, customer, placed) VALUES (?, ?, ?)', [id, customer, at.toISOString()]);
    for (const { article, quantity } of lines) {
      this.#addToStock(article, -quantity);
      const sql = 'INSERT INTO line SELECT ?, name, ?, price FROM article WHERE name = ?';
      this.#database.run(sql, [id, quantity, article]);
    }
    const total = '(SELECT ifnull(sum(quantity * price), 0) FROM line WHERE order_id = id)';
    this.#database.run(`UPDATE orders SET total = ${total} WHERE id = ?`, [id]);
    return this.#noted(id, 'placed', { by, at });
  }

  /** Applies a change. The caller opens the transaction. */
  update({ id, lines, ...old }: Order, change: Change, action: Action): Order {
    const { status, note, tracking = old.tracking ?? null, refunded = old.refunded } = change;
    const sql = 'UPDATE orders SET status = ?, tracking = ?, refunded = round(? * 100) WHERE id = ?';
    this.#database.run(sql, [status, tracking, refunded, id]);
    if (change.restock) for (const { article, quantity } of lines) this.#addToStock(article, quantity);
    return this.#noted(id, note, action);
  }

  #find(id: string): Order | undefined {
    const sql = `SELECT ${SUMMARY}, refunded / 100.0 AS refunded, tracking FROM orders WHERE id = ?`;
    const [row] = this.#database.rows<OrderRow>(sql, [id]);
    if (row === undefined) return undefined;
    const { tracking, ...order } = row;
    const lines = 'SELECT article, quantity, price / 100.0 AS price FROM line WHERE order_id = ? ORDER BY rowid';
    const events = 'SELECT at, by, note FROM event WHERE order_id = ? ORDER BY rowid';
    return {
      ...order,
      placed: new Date(order.placed),
      lines: this.#database.rows<OrderLine>(lines, [id]),
      ...(tracking !== null && { tracking }),
      history: this.#database
        .rows<Row<OrderEvent>>(events, [id])
        .map(({ at, ...event }) => ({ at: new Date(at), ...event })),
    };
  }

  #noted(id: string, note: string, { by, at }: Action): Order {
    this.#database.run('INSERT INTO event VALUES (?, ?, ?, ?)', [id, at.toISOString(), by, note]);
    return this.#find(id) as Order;
  }

  /** @throws {RequestError} if there is no such article, or too few of it */
  #addToStock(name: string, quantity: number): Article {
    const find = () => this.#database.rows<Article>(`SELECT ${ARTICLE} FROM article WHERE name = ?`, [name])[0];
    const stock = find()?.stock;
    if (stock === undefined) throw new RequestError(`There is no article "${name}". shop://stock has them all`);
    if (stock + quantity < 0)
      throw new RequestError(
        `Of "${name}" only ${stock} can be had, not ${-quantity}. Order fewer, or another article`,
      );
    this.#database.run('UPDATE article SET stock = stock + ? WHERE name = ?', [quantity, name]);
    return find() as Article;
  }

  #watch(what: string, changed: () => void): () => void {
    this.#changes.on(what, changed);
    return () => this.#changes.off(what, changed);
  }
}

function withDate({ placed, ...order }: Row<OrderSummary>): OrderSummary {
  return { ...order, placed: new Date(placed) };
}
