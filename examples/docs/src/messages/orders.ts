import {
  Arg,
  Complete,
  defineResource,
  type ListStart,
  Resource,
  type ResourceHandler,
  type ResourceInstance,
} from '@cuecard/core';
import { Matches } from 'class-validator';
import { OrderStore } from './order-store.js';

export class OrderId {
  @Arg({ description: 'The number of the order' })
  @Matches(/^\d{4}$/)
  id!: string;
}

@Resource({
  uri: 'orders://{id}',
  description: 'What was ordered, and whether it was sent',
  mimeType: 'application/json',
  args: OrderId,
})
export class OrderResource implements ResourceHandler<OrderId> {
  constructor(private readonly orders: OrderStore) {}

  read({ id }: OrderId) {
    return this.orders.find(id);
  }

  async *list(after: ListStart<OrderId> | undefined): AsyncGenerator<ResourceInstance<OrderId>> {
    for await (const { id } of this.orders.after(after?.args.id)) yield { args: { id }, title: `Order ${id}` };
  }

  watch({ id }: OrderId, changed: () => void) {
    return this.orders.onChange(id, changed);
  }

  @Complete('id')
  ids(typed: string) {
    return this.orders.idsFrom(typed);
  }
}

export const terms = defineResource({
  name: 'terms',
  uri: 'orders://terms',
  title: 'Terms of delivery',
  description: 'When we deliver, and what it costs',
  mimeType: 'text/markdown',
  read: () => '# Terms\n\nWithin three days.',
});
