import { Arg, type RequestContext, text, Tool, type ToolHandler } from '@cuecard/core';
import { injectable } from 'tsyringe';
import { OrderBook } from './order-book.js';

export class OrderNumber {
  @Arg({ description: 'The number of the order' })
  id!: string;
}

class Confirmation {
  @Arg({ description: 'Whether to cancel it' })
  sure!: boolean;
}

@Tool({
  description: 'Cancels an order',
  args: OrderNumber,
  scopes: ['orders:cancel'],
  annotations: { destructiveHint: true },
})
@injectable()
export class CancelOrder implements ToolHandler<OrderNumber> {
  constructor(private readonly orders: OrderBook) {}

  async call({ id }: OrderNumber, context: RequestContext) {
    const { sure } = await context.ask(Confirmation, `Cancel the order ${id}?`);
    if (!sure) return 'The customer keeps the order.';
    if (await this.orders.cancel(id)) return `The order ${id} is cancelled.`;
    return { content: [text(`There is no order ${id}.`), text('list_orders lists them.')], isError: true };
  }
}
