import { Arg, defineTool, Field, RequestError, Runtime, Tool, type ToolHandler } from '@cuecard/core';
import { rateLimit } from '@cuecard/interceptors';
import { fromContainer } from '@cuecard/tsyringe';
import { ArrayMinSize, IsIn, IsInt, IsOptional, Max, Min } from 'class-validator';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { container, injectable, singleton } from 'tsyringe';

/** What an order has in the database: more than clients may see. */
export interface StoredOrder {
  readonly id: string;
  readonly placed: Date;
  readonly total: number;
  readonly margin: number;
}

/** Orders in memory, as a database would hold them. */
@singleton()
export class OrderBook {
  readonly #orders: StoredOrder[] = [];

  stockOf(article: string): number {
    return article === 'anvil' ? 0 : 100;
  }

  async place(lines: readonly { readonly quantity: number }[], _deliverOn?: Date): Promise<StoredOrder> {
    const total = lines.reduce((sum, { quantity }) => sum + quantity * 2.5, 0);
    const placed = new Date('2026-05-01T10:00:00Z');
    const order = { id: `A-${this.#orders.length + 1}`, placed, total, margin: 0.4 };
    this.#orders.push(order);
    return order;
  }

  async list(): Promise<readonly StoredOrder[]> {
    return this.#orders;
  }
}

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

@Tool({ description: 'Lists all orders', output: [Order], annotations: { readOnlyHint: true } })
@injectable()
export class ListOrders implements ToolHandler<object, readonly Order[]> {
  constructor(private readonly orders: OrderBook) {}

  call() {
    return this.orders.list();
  }
}

class StockQuery {
  @Arg({ description: 'The warehouse to ask', header: 'Warehouse' })
  warehouse!: string;

  @Arg({ description: 'The name of the article' })
  article!: string;
}

@Tool({ description: 'Counts an article in a warehouse', args: StockQuery, annotations: { readOnlyHint: true } })
@injectable()
export class CountStock implements ToolHandler<StockQuery> {
  constructor(private readonly orders: OrderBook) {}

  call({ warehouse, article }: StockQuery) {
    return `${this.orders.stockOf(article)} in ${warehouse}`;
  }
}

const rows = [
  { name: 'to_francs', factor: 0.95 },
  { name: 'to_dollars', factor: 1.1 },
];

export const storedTools = rows.map(({ name, factor }) =>
  defineTool<{ amount: number; round: string }>({
    name,
    args: [
      { name: 'amount', type: Number, description: 'The amount in euros' },
      { name: 'round', default: 'cents', rules: [IsIn(['cents', 'units'])] },
    ],
    annotations: { readOnlyHint: true },
    call: ({ amount, round }) => (amount * factor).toFixed(round === 'cents' ? 2 : 0),
  }),
);

/** Each caller may call each tool thirty times a minute. */
const limit = rateLimit(new RateLimiterMemory({ points: 30, duration: 60 }), {
  key: ({ context, definition }) => definition && `${context.auth?.principal} ${definition.name}`,
});

export const runtime = new Runtime({
  tools: [CreateOrder, ListOrders, CountStock, ...storedTools],
  resolver: fromContainer(container),
  interceptors: [limit],
  limits: { callMs: 20_000, blocks: 50 },
});

const lines = [Object.assign(new Line(), { article: 'pen', quantity: 2 })];
export const created = await runtime.tools.run(CreateOrder, { lines });

// @ts-expect-error there is no argument of this name
export const misspelt = () => runtime.tools.run(CreateOrder, { lines, deliver: new Date() });
