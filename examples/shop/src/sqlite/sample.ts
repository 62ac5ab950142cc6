import type { Change, NewOrder } from '../orders/order-store.js';
import { type ArticleRow, ArticleTable } from './article-table.js';
import type { Database } from './database.js';
import { FIRST_ID, OrderTable } from './order-table.js';

/** What is in a new database, to have something to show. */
export interface Sample {
  /** Priced in cents. */
  readonly articles: readonly ArticleRow[];
  readonly orders: readonly SampleOrder[];
}

interface SampleOrder extends NewOrder {
  /** When it was placed, in UTC. */
  readonly at: string;
  readonly shippedAs?: string;
}

/** Fills a database that is new; wholly, if several processes open it at once. */
export function fill(database: Database, sample: Sample): void {
  const articles = new ArticleTable(database);
  const orders = new OrderTable(database);
  database.transaction(() => {
    if (articles.all().length > 0) return;
    for (const article of sample.articles) articles.insert(article);
    for (const [index, { at, customer, lines, shippedAs: tracking }] of sample.orders.entries()) {
      const id = String(FIRST_ID + index);
      const priced = lines.map((line) => ({ ...line, price: articles.take(line.article, line.quantity) }));
      orders.insert({ id, customer, placed: new Date(at), lines: priced });
      orders.note(id, { at, by: 'web', note: 'placed' });
      if (tracking === undefined) continue;
      const shipped: Change = { status: 'shipped', tracking, note: `shipped as ${tracking}` };
      orders.update({ id, refunded: 0 }, shipped);
      orders.note(id, { at, by: 'warehouse', note: shipped.note });
    }
  });
}
