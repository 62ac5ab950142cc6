// The public API, listed by hand. Anything else may change in any release.
export { type CheckConfig, type Config, type ConfigFunction, defineConfig, type Given } from './config/config.js';
