import { Arg, type RequestContext, RequestError, Tool, type ToolHandler } from '@cuecard/core';
import { Length } from 'class-validator';
import { Order, OrderId, personOf } from '../order.js';
import { type Change, OrderStore } from '../order-store.js';

export class ShipOrderArgs extends OrderId {
  @Arg({ description: 'The number by which the carrier finds the parcel' })
  @Length(4, 40)
  tracking!: string;
}

@Tool({
  title: 'Ship an order',
  description: 'Notes that the parcel of an order has been given to the carrier',
  args: ShipOrderArgs,
  output: Order,
  annotations: { destructiveHint: false, idempotentHint: true, openWorldHint: false },
  scopes: ['orders:write'],
})
export class ShipOrder implements ToolHandler<ShipOrderArgs, Order> {
  constructor(private readonly orders: OrderStore) {}

  call({ id, tracking }: ShipOrderArgs, context: RequestContext) {
    return this.orders.change(id, personOf(context), (order) => shipment(order, tracking));
  }
}

/** @throws {RequestError} for an order that cannot be shipped any more */
function shipment({ id, status, tracking: shippedAs }: Order, tracking: string): Change | undefined {
  if (status === 'shipped' && shippedAs === tracking) return undefined; // Told twice.
  if (status === 'placed') return { status: 'shipped', tracking, note: `shipped as ${tracking}` };
  const how = shippedAs === undefined ? status : `${status}, and was shipped as ${shippedAs}`;
  throw new RequestError(`Order ${id} is ${how}: only a placed order can be shipped`);
}
