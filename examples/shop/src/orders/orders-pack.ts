import { definePack, ResourceReader } from '@cuecard/core';
import { OrderStore } from './order-store.js';
import { AnswerCustomer } from './prompts/answer-customer.js';
import { DailySummary } from './prompts/daily-summary.js';
import { OrderResource } from './resources/order-resource.js';
import { StockResource } from './resources/stock-resource.js';
import { ShopRules } from './shop-rules.js';
import { CancelOrder } from './tools/cancel-order.js';
import { FindOrders } from './tools/find-orders.js';
import { PlaceOrder } from './tools/place-order.js';
import { ShipOrder } from './tools/ship-order.js';

/** Work with orders, for every service that has some: nobody without `orders:read` sees any of it. */
export const ordersPack = definePack({
  name: 'orders',
  version: '1.0.0',
  prompts: [AnswerCustomer, DailySummary],
  tools: [FindOrders, PlaceOrder, ShipOrder, CancelOrder],
  resources: [OrderResource, StockResource],
  requires: [OrderStore, ResourceReader, ShopRules],
  scopes: ['orders:read'],
});
