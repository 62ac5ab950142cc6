import { defineConfig } from '@cuecard/cli';
import { openShop } from './src/open-shop.js';
import { storefront } from './src/services/storefront.js';

// The storefront, over a database that ends with the command.
export default defineConfig(() => {
  const shop = openShop(storefront, ':memory:');
  return { ...storefront.identity, runtime: shop.runtime, close: () => shop.close() };
});
