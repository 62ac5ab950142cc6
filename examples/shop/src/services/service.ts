import type { ToolClass } from '@cuecard/core';
import type { serveHttp, serveStdio } from '@cuecard/server';
import type { ShopRules } from '../orders/shop-rules.js';
import type { Sample } from '../sqlite/sample.js';

/** One of the shop's services: what it is called, what it offers beside the pack, and what serves it. */
export interface Service {
  readonly identity: { readonly name: string; readonly version: string; readonly title: string };
  /** What the names of the pack begin with here. */
  readonly prefix: string;
  readonly rules: ShopRules;
  readonly tools?: readonly ToolClass[];
  readonly sample: Sample;
  // What both adapters can do.
  readonly serveHttp: typeof serveHttp;
  readonly serveStdio: typeof serveStdio;
}
