import type { ArgOptions } from './arg.js';
import type { Known } from '../text/unknown-keys.js';

/** The names of the options of `@Arg()`. */
export const ARG_OPTIONS: Known<ArgOptions> = {
  name: true,
  title: true,
  description: true,
  type: true,
  items: true,
  required: true,
  allowEmpty: true,
  complete: true,
};
