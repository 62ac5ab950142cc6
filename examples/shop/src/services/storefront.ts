import type { ShopRules } from '../orders/shop-rules.js';
import type { Sample } from './memory-orders.js';
import type { Service } from './service.js';

const rules: ShopRules = {
  sender: 'Tea & Clay',
  voice: 'We are warm and brief.',
  confirmFrom: 200,
};

const sample: Sample = {
  articles: [
    { name: 'mug', price: 18, stock: 40 },
    { name: 'teapot', price: 64.5, stock: 12 },
    { name: 'tray', price: 120, stock: 3 },
  ],
  orders: [
    { at: '2026-05-01T08:10:00.000Z', customer: 'Ada Meier', lines: [{ article: 'mug', quantity: 2 }] },
    {
      at: '2026-05-01T09:30:00.000Z',
      customer: 'Bea Moser',
      lines: [
        { article: 'tray', quantity: 2 },
        { article: 'teapot', quantity: 1 },
      ],
    },
    {
      at: '2026-05-02T16:45:00.000Z',
      customer: 'Carl Egli',
      lines: [{ article: 'teapot', quantity: 1 }],
      shippedAs: '99.00.1234',
    },
  ],
};

/** Orders of the web shop, for those who answer its customers. */
export const storefront: Service = {
  identity: { name: 'storefront', version: '1.0.0', title: 'Web shop' },
  prefix: 'web',
  rules,
  sample,
};
