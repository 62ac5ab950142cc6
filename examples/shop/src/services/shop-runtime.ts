import { fromServices, mount, ResourceReader, Runtime } from '@cuecard/core';
import { OrderStore } from '../orders/order-store.js';
import { ordersPack } from '../orders/orders-pack.js';
import { ShopRules } from '../orders/shop-rules.js';
import { MemoryOrders } from './memory-orders.js';
import { ServedResources } from './served-resources.js';
import type { Service } from './service.js';

/** The pack, mounted for a service that starts with the orders of its sample. */
export function shopRuntime({ prefix, rules, sample, tools = [] }: Service): Runtime {
  const runtime: Runtime = new Runtime({
    prompts: [mount(ordersPack, { prefix })],
    tools,
    resolver: fromServices([
      [OrderStore, new MemoryOrders(sample)],
      [ResourceReader, new ServedResources(() => runtime)],
      [ShopRules, rules],
    ]),
    interpolation: 'strict',
    askForMissing: true,
  });
  return runtime;
}
