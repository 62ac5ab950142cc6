import { Complete, type ListPosition, Resource, type ResourceHandler, type ResourceInstance } from '@cuecard/core';
import { OrderId } from '../order.js';
import { OrderStore } from '../order-store.js';

@Resource({
  name: 'order',
  uri: 'shop://orders/{id}',
  title: 'Order',
  description: 'An order with its lines and its history',
  mimeType: 'application/json',
  args: OrderId,
})
export class OrderResource implements ResourceHandler<OrderId> {
  constructor(private readonly orders: OrderStore) {}

  read({ id }: OrderId) {
    return this.orders.find(id);
  }

  async *list(after: ListPosition<OrderId> | undefined): AsyncGenerator<ResourceInstance<OrderId>> {
    for await (const { id, customer, status } of this.orders.after(after?.args.id)) {
      yield { args: { id }, name: `order-${id}`, title: `Order ${id}, ${customer}, ${status}` };
    }
  }

  watch({ id }: OrderId, changed: () => void) {
    return this.orders.watchOrder(id, changed);
  }

  @Complete('id')
  ids(typed: string) {
    return this.orders.ids(typed);
  }
}
