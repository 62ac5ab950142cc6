import { Arg, type RequestContext, Tool, type ToolHandler } from '@cuecard/core';
import { ArrayMaxSize, ArrayMinSize, IsInt, Matches, Max, MaxLength, Min } from 'class-validator';
import { Order, personOf } from '../order.js';
import { OrderStore } from '../order-store.js';

export class NewLine {
  @Arg({ description: 'The name of the article, as shop://stock has it' })
  article!: string;

  @Arg({ description: 'How many of it' })
  @IsInt()
  @Min(1)
  @Max(1000)
  quantity = 1;
}

export class PlaceOrderArgs {
  @Arg({ description: 'The name of the customer' })
  @MaxLength(200)
  @Matches(/^\P{Cc}+$/u, { message: 'customer must be one line' })
  customer!: string;

  @Arg({ description: 'What to order', items: NewLine })
  @ArrayMinSize(1)
  @ArrayMaxSize(50)
  lines!: NewLine[];
}

@Tool({
  title: 'Place an order',
  description: 'Orders articles for a customer, and takes them from stock',
  args: PlaceOrderArgs,
  output: Order,
  annotations: { destructiveHint: false, idempotentHint: false, openWorldHint: false },
  scopes: ['orders:write'],
})
export class PlaceOrder implements ToolHandler<PlaceOrderArgs, Order> {
  constructor(private readonly orders: OrderStore) {}

  call(order: PlaceOrderArgs, context: RequestContext) {
    return this.orders.place(order, personOf(context));
  }
}
