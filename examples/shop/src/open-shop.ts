import { fromServices, mount, ResourceReader, Runtime } from '@cuecard/core';
import { OrderStore } from './orders/order-store.js';
import { ordersPack } from './orders/orders-pack.js';
import { ShopRules } from './orders/shop-rules.js';
import { ServedResources } from './services/served-resources.js';
import type { Service } from './services/service.js';
import { Database } from './sqlite/database.js';
import { fill } from './sqlite/sample.js';
import { SqliteOrders } from './sqlite/sqlite-orders.js';

/** A service with its database. */
export interface Shop {
  readonly runtime: Runtime;
  /** Closes the database; close what serves the runtime before. */
  close(): void;
}

/** @param path of the database, which is filled with a sample if it is new */
export function openShop(service: Service, path: string): Shop {
  const database = new Database(path);
  fill(database, service.sample);
  return { runtime: runtimeOf(service, new SqliteOrders(database)), close: () => database.close() };
}

function runtimeOf({ prefix, rules, tools = [] }: Service, orders: OrderStore): Runtime {
  const runtime: Runtime = new Runtime({
    prompts: [mount(ordersPack, { prefix })],
    tools,
    resolver: fromServices([
      [OrderStore, orders],
      [ResourceReader, new ServedResources(() => runtime)],
      [ShopRules, rules],
    ]),
    interpolation: 'strict',
    askForMissing: true,
  });
  return runtime;
}
