import { Tool, type ToolHandler } from '@cuecard/core';
import { injectable } from 'tsyringe';
import { Order } from './create-order.js';
import { OrderBook } from './order-book.js';

@Tool({ description: 'Lists all orders', output: [Order], annotations: { readOnlyHint: true } })
@injectable()
export class ListOrders implements ToolHandler<object, readonly Order[]> {
  constructor(private readonly orders: OrderBook) {}

  call() {
    return this.orders.list();
  }
}
