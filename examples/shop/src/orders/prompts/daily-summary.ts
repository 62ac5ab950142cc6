import { Arg, Prompt, type PromptHandler, untrusted, user } from '@cuecard/core';
import { inFrancs } from '../order.js';
import { OrderStore } from '../order-store.js';

export class DailySummaryArgs {
  @Arg({ description: 'The day, in UTC' })
  day!: Date;
}

/** As many as a model reads with care. */
const MOST = 100;

@Prompt({
  title: 'Summarise a day',
  description: 'Asks for a summary of the orders of a day',
  args: DailySummaryArgs,
  examples: [{ day: new Date('2026-05-01') }],
  scopes: ['reports:read'],
})
export class DailySummary implements PromptHandler<DailySummaryArgs> {
  constructor(private readonly orders: OrderStore) {}

  async render({ day }: DailySummaryArgs) {
    const date = day.toISOString().slice(0, 10);
    const orders = await this.orders.search({ day, limit: MOST });
    if (orders.length === 0) return `Say that nobody ordered anything on ${date}.`;
    const lines = orders.map(({ id, customer, status, total }) => `${id} ${status} ${inFrancs(total)} ${customer}`);
    return user`
      Summarise the orders of ${date} in three sentences: how much, from whom, and what is still to be done:

      ${untrusted(lines.join('\n'))}
    `;
  }
}
