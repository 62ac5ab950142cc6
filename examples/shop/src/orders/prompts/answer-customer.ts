import {
  Arg,
  Complete,
  Prompt,
  type PromptHandler,
  type RequestContext,
  ResourceReader,
  untrusted,
  user,
} from '@cuecard/core';
import { IsIn } from 'class-validator';
import { OrderId, orderUri } from '../order.js';
import { OrderStore } from '../order-store.js';
import { ShopRules } from '../shop-rules.js';

export class AnswerCustomerArgs extends OrderId {
  @Arg({ description: 'What the customer wrote' })
  question!: string;

  @Arg({ description: 'The language of the answer' })
  @IsIn(['English', 'German', 'French', 'Italian'])
  language = 'English';
}

@Prompt({
  title: 'Answer a customer',
  description: 'Drafts the answer to a customer who writes about an order',
  args: AnswerCustomerArgs,
  examples: [{ id: '100001', question: 'When will my mugs be here?' }],
})
export class AnswerCustomer implements PromptHandler<AnswerCustomerArgs> {
  constructor(
    private readonly orders: OrderStore,
    private readonly resources: ResourceReader,
    private readonly rules: ShopRules,
  ) {}

  async render({ id, question, language }: AnswerCustomerArgs, context: RequestContext) {
    return [
      user`
        Draft the answer to a customer of ours, in ${language}, signed "${this.rules.sender}". ${this.rules.voice}
        Say only what the order says. Promise no money back: a manager decides on that.
      `,
      user(await this.resources.embed(orderUri(id), context)),
      user`The customer wrote:\n\n${untrusted(question)}`,
    ];
  }

  @Complete('id')
  ids(typed: string) {
    return this.orders.ids(typed);
  }
}
