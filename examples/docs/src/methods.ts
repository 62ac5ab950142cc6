import 'reflect-metadata';
import {
  Arg,
  Complete,
  Field,
  NotFoundError,
  Prompt,
  RequestContext,
  Resource,
  Runtime,
  Tool,
  untrusted,
  user,
} from '@cuecard/core';
import { fromContainer } from '@cuecard/tsyringe';
import { Matches } from 'class-validator';
import { container, injectable, singleton } from 'tsyringe';

/** The orders of a shop, in memory. */
@singleton()
export class Ledger {
  readonly #orders = new Map<string, { readonly order: Order; readonly by: string | undefined }>();

  add(article: string, by: string | undefined): Order {
    const order = { id: `A-${this.#orders.size + 1}`, article };
    this.#orders.set(order.id, { order, by });
    return order;
  }

  find(id: string): Order | undefined {
    return this.#orders.get(id)?.order;
  }

  ids(): readonly string[] {
    return [...this.#orders.keys()];
  }

  /** Returns how many it has removed. */
  removeAll(by: string | undefined): number {
    const own = [...this.#orders].filter(([, each]) => each.by === by);
    for (const [id] of own) this.#orders.delete(id);
    return own.length;
  }
}

export class OrderId {
  @Arg({ description: 'The number of the order, such as A-17' })
  @Matches(/^A-\d+$/)
  id!: string;
}

export class NewOrder {
  @Arg({ description: 'The name of the article' })
  article!: string;
}

export class Order {
  @Field() id!: string;
  @Field() article!: string;
}

@injectable()
export class Orders {
  constructor(private readonly ledger: Ledger) {}

  @Tool({ description: 'Creates an order', output: Order })
  create({ article }: NewOrder, context: RequestContext): Order {
    return this.ledger.add(article, context.auth?.principal);
  }

  @Tool({ description: 'Cancels the orders of the caller' })
  cancelAll(context: RequestContext) {
    return `${this.ledger.removeAll(context.auth?.principal)} cancelled`;
  }

  @Prompt({ description: 'Explains an order to a customer' })
  explain({ id }: OrderId) {
    return user`Explain this order in one sentence:\n${untrusted(JSON.stringify(this.order({ id })))}`;
  }

  @Resource({ uri: 'orders://{id}' })
  order({ id }: OrderId): Order {
    const order = this.ledger.find(id);
    if (order === undefined) throw new NotFoundError('resource', `orders://${id}`);
    return order;
  }

  @Complete('explain', 'id')
  ids() {
    return this.ledger.ids();
  }
}

export const runtime = new Runtime({ tools: [Orders], resolver: fromContainer(container) });

/** In process, a method is called by its class and its name. Its arguments are typed. */
export async function orderInProcess() {
  return runtime.tools.run(Orders, 'create', { article: 'pen' });
}
