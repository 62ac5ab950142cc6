import { Resource, type ResourceHandler } from '@cuecard/core';
import { OrderStore } from '../order-store.js';

@Resource({
  name: 'stock',
  uri: 'shop://stock',
  title: 'Stock',
  description: 'The articles, what they cost in francs, and how many are left',
})
export class StockResource implements ResourceHandler {
  constructor(private readonly orders: OrderStore) {}

  async read() {
    return { articles: await this.orders.articles() };
  }

  watch(_: object, changed: () => void) {
    return this.orders.watchStock(changed);
  }
}
