import type { Runtime } from '@cuecard/core';
import type { serveHttp, serveStdio } from '@cuecard/mcp-sdk';
import type { OrderStore } from '../orders/order-store.js';
import type { Sample } from '../sqlite/sample.js';

/** One of the shop's services: what it is called, what it offers, and what serves it. */
export interface Service {
  readonly identity: { readonly name: string; readonly version: string; readonly title: string };
  readonly sample: Sample;
  readonly runtimeOf: (orders: OrderStore) => Runtime;
  // What both adapters can do.
  readonly serveHttp: typeof serveHttp;
  readonly serveStdio: typeof serveStdio;
}
