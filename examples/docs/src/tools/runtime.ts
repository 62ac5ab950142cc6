import { Runtime } from '@cuecard/core';
import { rateLimit } from '@cuecard/interceptors';
import { fromContainer } from '@cuecard/tsyringe';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { container } from 'tsyringe';
import { CountStock } from './count-stock.js';
import { CreateOrder } from './create-order.js';
import { ListOrders } from './list-orders.js';
import { storedTools } from './stored-tools.js';

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
