import type { ShopRules } from '../orders/shop-rules.js';
import type { Sample } from './memory-orders.js';
import { Restock } from './restock.js';
import type { Service } from './service.js';

const rules: ShopRules = {
  sender: 'Tea & Clay, Trade Sales',
  voice: 'We are formal, and name every amount.',
  confirmFrom: 5000,
};

const sample: Sample = {
  articles: [
    { name: 'mugs, box of 48', price: 612, stock: 20 },
    { name: 'teapots, box of 12', price: 540, stock: 8 },
  ],
  orders: [
    { at: '2026-05-04T07:00:00.000Z', customer: 'Hotel Adler', lines: [{ article: 'mugs, box of 48', quantity: 4 }] },
  ],
};

/** Orders of the trade, and its stock. */
export const backOffice: Service = {
  identity: { name: 'back-office', version: '1.0.0', title: 'Trade sales' },
  prefix: 'trade',
  rules,
  tools: [Restock],
  sample,
};
