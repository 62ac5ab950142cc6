import type { Order, OrderSummary } from '../orders/order.js';
import type { Change, OrderQuery } from '../orders/order-store.js';
import type { Database } from './database.js';
import {
  type EventRow,
  inCents,
  type LineRow,
  orderOf,
  type OrderRow,
  summaryOf,
  type WholeOrderRow,
} from './order-rows.js';

/** The number of the first order. */
export const FIRST_ID = 100_001;

/** An order to be stored: amounts are in cents. */
export interface PricedOrder {
  readonly id: string;
  readonly customer: string;
  readonly placed: Date;
  readonly lines: readonly LineRow[];
}

/** The orders with their lines and events. Whoever writes opens the transaction. */
export class OrderTable {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  find(id: string): Order | undefined {
    const [row] = this.#database.rows<WholeOrderRow>('SELECT * FROM orders WHERE id = ?', [id]);
    if (row === undefined) return undefined;
    const lines = this.#database.rows<LineRow>('SELECT * FROM line WHERE order_id = ? ORDER BY rowid', [id]);
    const events = this.#database.rows<EventRow>('SELECT * FROM event WHERE order_id = ? ORDER BY rowid', [id]);
    return orderOf(row, lines, events);
  }

  search({ status, customer, day, limit }: OrderQuery): OrderSummary[] {
    const sql = `
      SELECT * FROM orders
      WHERE (?1 IS NULL OR status = ?1)
        AND (?2 IS NULL OR instr(lower(customer), lower(?2)) > 0)
        AND (?3 IS NULL OR substr(placed, 1, 10) = ?3)
      ORDER BY placed DESC, id DESC LIMIT ?4`;
    const date = day?.toISOString().slice(0, 10) ?? null;
    return this.#database.rows<OrderRow>(sql, [status ?? null, customer ?? null, date, limit]).map(summaryOf);
  }

  page(after: string, size: number): OrderSummary[] {
    const sql = 'SELECT * FROM orders WHERE id > ? ORDER BY id LIMIT ?';
    return this.#database.rows<OrderRow>(sql, [after, size]).map(summaryOf);
  }

  ids(prefix: string, most: number): string[] {
    const sql = 'SELECT id FROM orders WHERE substr(id, 1, length(?1)) = ?1 ORDER BY id LIMIT ?2';
    return this.#database.rows<{ readonly id: string }>(sql, [prefix, most]).map(({ id }) => id);
  }

  nextId(): string {
    const [row] = this.#database.rows<{ readonly last: string | null }>('SELECT max(id) AS last FROM orders');
    return String(Number(row?.last ?? FIRST_ID - 1) + 1);
  }

  insert({ id, customer, placed, lines }: PricedOrder): void {
    const total = lines.reduce((sum, { quantity, price }) => sum + quantity * price, 0);
    const sql = `INSERT INTO orders (id, customer, status, total, placed) VALUES (?, ?, 'placed', ?, ?)`;
    this.#database.run(sql, [id, customer, total, placed.toISOString()]);
    for (const { article, quantity, price } of lines)
      this.#database.run('INSERT INTO line VALUES (?, ?, ?, ?)', [id, article, quantity, price]);
  }

  update(order: Pick<Order, 'id' | 'refunded' | 'tracking'>, { status, tracking, refunded }: Change): void {
    const sql = 'UPDATE orders SET status = ?, tracking = ?, refunded = ? WHERE id = ?';
    const values = [status, tracking ?? order.tracking ?? null, inCents(refunded ?? order.refunded), order.id];
    this.#database.run(sql, values);
  }

  note(id: string, { at, by, note }: EventRow): void {
    this.#database.run('INSERT INTO event VALUES (?, ?, ?, ?)', [id, at, by, note]);
  }
}
