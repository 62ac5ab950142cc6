// The public API, listed by hand. Anything else may change in any release.
export { defineConfig } from './config/config.js';
export type { CheckConfig, Config, ConfigContext, ConfigFunction } from './config/config.js';
