import { Arg, Field, Tool, type ToolHandler } from '@cuecard/core';
import { IsInt, Max, Min } from 'class-validator';
import { OrderStore } from '../orders/order-store.js';

export class RestockArgs {
  @Arg({ description: 'The name of the article' })
  article!: string;

  @Arg({ description: 'How many have arrived' })
  @IsInt()
  @Min(1)
  @Max(10_000)
  quantity!: number;
}

export class Stocked {
  @Field({ description: 'The name of the article' })
  name!: string;

  @Field({ description: 'What one of it costs, in francs' })
  price!: number;

  @Field({ description: 'How many there are now' })
  @IsInt()
  stock!: number;
}

/** A tool of the back office's own, beside the pack. */
@Tool({
  title: 'Restock an article',
  description: 'Notes that more of an article has arrived',
  args: RestockArgs,
  output: Stocked,
  annotations: { destructiveHint: false, idempotentHint: false, openWorldHint: false },
  scopes: ['stock:write'],
})
export class Restock implements ToolHandler<RestockArgs, Stocked> {
  constructor(private readonly orders: OrderStore) {}

  call({ article, quantity }: RestockArgs) {
    return this.orders.restock(article, quantity);
  }
}
