import { Resource, type ResourceHandler } from '@cuecard/core';
import { inFrancs } from '../francs.js';
import { OrderStore } from '../order-store.js';

@Resource({
  name: 'takings',
  uri: 'shop://takings',
  title: 'Takings',
  description: 'How many orders there are, and what they bring in, by status',
  mimeType: 'text/markdown',
  scopes: ['reports:read'],
})
export class TakingsResource implements ResourceHandler {
  constructor(private readonly orders: OrderStore) {}

  async read() {
    const takings = await this.orders.takings();
    const rows = takings.map(({ status, count, total }) => `| ${status} | ${count} | ${inFrancs(total)} |`);
    return ['| status | orders | total |', '| --- | --- | --- |', ...rows].join('\n');
  }
}
