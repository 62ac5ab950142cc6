import type { Runtime } from '@cuecard/core';
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
export function openShop({ runtimeOf, sample }: Service, path: string): Shop {
  const database = new Database(path);
  fill(database, sample);
  return { runtime: runtimeOf(new SqliteOrders(database)), close: () => database.close() };
}
