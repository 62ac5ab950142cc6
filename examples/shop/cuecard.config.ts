import { defineConfig } from '@cuecard/cli';
import { shopRuntime } from './src/services/shop-runtime.js';
import { storefront } from './src/services/storefront.js';

export default defineConfig(() => ({ ...storefront.identity, runtime: shopRuntime(storefront) }));
