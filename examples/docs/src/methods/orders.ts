import {
  Arg,
  Complete,
  Field,
  NotFoundError,
  Prompt,
  RequestContext,
  Resource,
  Tool,
  untrusted,
  user,
} from '@cuecard/core';
import { Matches } from 'class-validator';
import { injectable } from 'tsyringe';
import { Ledger } from './ledger.js';

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
