import type { ReadResourceResult, Runtime } from '@cuecard/core';
import { OrderResource } from './orders.js';

export async function inProcess(runtime: Runtime): Promise<ReadResourceResult | undefined> {
  return runtime.resources?.readAs(OrderResource, { id: '1001' });
}
