import { Arg, Tool, type ToolHandler } from '@cuecard/core';
import { IsPositive, Max } from 'class-validator';

export abstract class Payments {
  abstract refund(order: string, amount: number): Promise<void>;
}

export class RefundArgs {
  @Arg({ description: 'The number of the order' })
  order!: string;

  @Arg({ description: 'The amount in euros' })
  @IsPositive()
  @Max(500)
  amount!: number;
}

/** Callers without the scope do not see it. */
@Tool({
  description: 'Refunds an order',
  args: RefundArgs,
  scopes: ['refunds:write'],
  annotations: { idempotentHint: false },
})
export class Refund implements ToolHandler<RefundArgs> {
  constructor(private readonly payments: Payments) {}

  async call({ order, amount }: RefundArgs) {
    await this.payments.refund(order, amount);
    return `Refunded ${amount} euros.`;
  }
}
