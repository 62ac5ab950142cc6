export { byFlag, type FlagOptions } from './by-flag.js';
