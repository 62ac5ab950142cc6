import { Arg, type RequestContext, RequestError, Tool, type ToolHandler } from '@cuecard/core';
import { Length } from 'class-validator';
import { inFrancs, Order, OrderId, personOf } from '../order.js';
import { type Change, OrderStore } from '../order-store.js';
import { ShopRules } from '../shop-rules.js';

export class CancelOrderArgs extends OrderId {
  @Arg({ description: 'Why, for the history of the order' })
  @Length(3, 200)
  reason!: string;
}

class Confirmation {
  @Arg({ title: 'Cancel it', description: 'Whether to cancel the order' })
  sure!: boolean;
}

@Tool({
  title: 'Cancel an order',
  description: 'Cancels an order that is not shipped yet. The user is asked first if the order is large',
  args: CancelOrderArgs,
  output: Order,
  annotations: { destructiveHint: true, idempotentHint: true, openWorldHint: false },
  scopes: ['orders:write'],
})
export class CancelOrder implements ToolHandler<CancelOrderArgs, Order> {
  constructor(
    private readonly orders: OrderStore,
    private readonly rules: ShopRules,
  ) {}

  async call({ id, reason }: CancelOrderArgs, context: RequestContext) {
    const cancel = (order: Order) => cancellation(order, reason);
    const order = await this.orders.find(id);
    if (order !== undefined && cancel(order) !== undefined) await this.#confirm(order, context);
    return this.orders.change(id, personOf(context), cancel); // It may have been shipped meanwhile.
  }

  async #confirm({ id, customer, total }: Order, context: RequestContext): Promise<void> {
    if (total < this.rules.confirmFrom) return;
    const question = `Cancel order ${id} of ${customer} for ${inFrancs(total)}?`;
    const { sure } = await context.ask(Confirmation, question);
    if (!sure) throw new RequestError(`The user keeps order ${id}. Nothing has changed`);
  }
}

/** @throws {RequestError} for an order that cannot be cancelled any more */
function cancellation({ id, status }: Order, reason: string): Change | undefined {
  if (status === 'cancelled') return undefined;
  if (status === 'placed') return { status: 'cancelled', restock: true, note: `cancelled: ${reason}` };
  throw new RequestError(`Order ${id} is ${status}: only a placed order can be cancelled`);
}
