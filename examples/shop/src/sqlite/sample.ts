import type { Article, NewOrder } from '../orders/order-store.js';
import type { Database } from './database.js';
import { SqliteOrders } from './sqlite-orders.js';

/** The contents of a new database, to have something to show. */
export interface Sample {
  readonly articles: readonly Article[];
  readonly orders: readonly SampleOrder[];
}

interface SampleOrder extends NewOrder {
  /** When it was placed, in UTC. */
  readonly at: string;
  readonly shippedAs?: string;
}

/** Fills a new database; wholly, if several processes open it at once. */
export function fill(database: Database, sample: Sample): void {
  const orders = new SqliteOrders(database);
  database.transaction(() => {
    if (database.rows('SELECT 1 FROM article').length > 0) return;
    for (const { name, price, stock } of sample.articles)
      database.run('INSERT INTO article VALUES (?, round(? * 100), ?)', [name, price, stock]);
    for (const { at, shippedAs: tracking, ...order } of sample.orders) {
      const placed = orders.insert(order, { by: 'web', at: new Date(at) });
      if (tracking === undefined) continue;
      const shipped = { status: 'shipped', tracking, note: `shipped as ${tracking}` } as const;
      orders.update(placed, shipped, { by: 'warehouse', at: placed.placed });
    }
  });
}
