import type { ToolClass } from '@cuecard/core';
import type { ShopRules } from '../orders/shop-rules.js';
import type { Sample } from './memory-orders.js';

/** One of the shop's services: its identity, and what it offers next to the pack. */
export interface Service {
  readonly identity: { readonly name: string; readonly version: string; readonly title: string };
  /** What the names of the pack begin with here. */
  readonly prefix: string;
  readonly rules: ShopRules;
  readonly tools?: readonly ToolClass[];
  readonly sample: Sample;
}
