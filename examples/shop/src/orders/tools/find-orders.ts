import { Arg, Tool, type ToolHandler } from '@cuecard/core';
import { IsIn, IsInt, IsOptional, Max, Min } from 'class-validator';
import { OrderSummary, type Status, STATUSES } from '../order.js';
import { OrderStore } from '../order-store.js';

export class FindOrdersArgs {
  @Arg({ description: 'Only orders with this status' })
  @IsOptional()
  @IsIn(STATUSES)
  status?: Status;

  @Arg({ description: 'Only orders of customers with this in their name' })
  @IsOptional()
  customer?: string;

  @Arg({ description: 'How many at most' })
  @IsInt()
  @Min(1)
  @Max(100)
  limit = 20;
}

@Tool({
  title: 'Find orders',
  description: 'Finds orders by status and customer, the newest first',
  args: FindOrdersArgs,
  output: [OrderSummary],
  annotations: { readOnlyHint: true, openWorldHint: false },
})
export class FindOrders implements ToolHandler<FindOrdersArgs, readonly OrderSummary[]> {
  constructor(private readonly orders: OrderStore) {}

  call(query: FindOrdersArgs) {
    return this.orders.search(query);
  }
}
