import { Arg, Tool, type ToolHandler } from '@cuecard/core';
import { injectable } from 'tsyringe';
import { OrderBook } from './order-book.js';

class StockQuery {
  @Arg({ description: 'The warehouse to ask', header: 'Warehouse' })
  warehouse!: string;

  @Arg({ description: 'The name of the article' })
  article!: string;
}

@Tool({ description: 'Counts an article in a warehouse', args: StockQuery, annotations: { readOnlyHint: true } })
@injectable()
export class CountStock implements ToolHandler<StockQuery> {
  constructor(private readonly orders: OrderBook) {}

  call({ warehouse, article }: StockQuery) {
    return `${this.orders.stockOf(article)} in ${warehouse}`;
  }
}
