import { Arg, Field, RequestError, Tool, type ToolHandler } from '@cuecard/core';
import { ArrayMinSize, IsInt, IsOptional, Max, Min } from 'class-validator';
import { injectable } from 'tsyringe';
import { OrderBook } from './order-book.js';

export class Line {
  @Arg({ description: 'The name of the article' })
  article!: string;

  @Arg({ description: 'How many of it' })
  @IsInt()
  @Min(1)
  quantity = 1;
}

export class NewOrder {
  @Arg({ description: 'What to order', items: Line })
  @ArrayMinSize(1)
  lines!: Line[];

  @Arg({ description: 'The day of delivery' })
  @IsOptional()
  deliverOn?: Date;
}

export class Order {
  @Field({ description: 'Its number' })
  id!: string;

  @Field({ description: 'When it was placed' })
  placed!: Date;

  @Field({ description: 'What it costs, in francs' })
  @Max(100_000)
  total!: number;
}

@Tool({
  title: 'Create an order',
  description: 'Orders articles for the customer',
  args: NewOrder,
  output: Order,
  annotations: { destructiveHint: false, openWorldHint: false },
})
@injectable()
export class CreateOrder implements ToolHandler<NewOrder, Order> {
  constructor(private readonly orders: OrderBook) {}

  async call({ lines, deliverOn }: NewOrder): Promise<Order> {
    const missing = lines.find(({ article, quantity }) => this.orders.stockOf(article) < quantity);
    if (missing !== undefined) throw new RequestError(`There are too few of "${missing.article}": order fewer`);
    return this.orders.place(lines, deliverOn);
  }
}
