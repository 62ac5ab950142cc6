import { Arg, type RequestContext, RequestError, Tool, type ToolHandler } from '@cuecard/core';
import { IsNumber, IsOptional, Length, Min } from 'class-validator';
import { inFrancs, roundedToCents } from '../francs.js';
import { Order } from '../order.js';
import { OrderId } from '../order-id.js';
import { type Change, OrderStore } from '../order-store.js';
import { personOf } from '../person.js';

export class RefundOrderArgs extends OrderId {
  @Arg({ description: 'How much to pay back, in francs; without it, all that is left' })
  @IsOptional()
  @IsNumber({ maxDecimalPlaces: 2 })
  @Min(0.01)
  amount?: number;

  @Arg({ description: 'Why, for the history of the order' })
  @Length(3, 200)
  reason!: string;
}

class Confirmation {
  @Arg({ title: 'Pay it back', description: 'Whether to pay the customer' })
  sure!: boolean;
}

@Tool({
  title: 'Refund an order',
  description: 'Pays a customer back for a shipped order, all of it or a part. The user is always asked first',
  args: RefundOrderArgs,
  output: Order,
  annotations: { destructiveHint: true, idempotentHint: false, openWorldHint: true },
  scopes: ['orders:refund'],
})
export class RefundOrder implements ToolHandler<RefundOrderArgs, Order> {
  constructor(private readonly orders: OrderStore) {}

  async call({ id, amount: asked, reason }: RefundOrderArgs, context: RequestContext) {
    const order = await this.orders.find(id);
    if (order === undefined) throw new RequestError(`There is no order ${id}`);
    const amount = asked ?? leftOf(order);
    refund(order, amount, reason); // What cannot be is not asked about.
    const question = `Pay ${inFrancs(amount)} back to ${order.customer} for order ${id}?`;
    const { sure } = await context.ask(Confirmation, question);
    if (!sure) throw new RequestError(`The user pays nothing back for order ${id}. Nothing has changed`);
    return this.orders.change(id, personOf(context), (found) => refund(found, amount, reason));
  }
}

/** @throws {RequestError} for an order that is not shipped, and for more than is left of it */
function refund(order: Order, amount: number, reason: string): Change {
  const { id, status } = order;
  const left = leftOf(order);
  if (status !== 'shipped') throw new RequestError(`Order ${id} is ${status}: only a shipped order can be refunded`);
  if (amount > left) throw new RequestError(`At most ${inFrancs(left)} can be paid back for order ${id}`);
  const note = `paid back ${inFrancs(amount)}: ${reason}`;
  const refunded = roundedToCents(order.refunded + amount);
  return { status: refunded === order.total ? 'refunded' : 'shipped', refunded, note };
}

function leftOf({ total, refunded }: Order): number {
  return roundedToCents(total - refunded);
}
