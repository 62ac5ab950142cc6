import type { Class } from '../types.js';
import { forgetRules } from '../validation/validation-rules.js';
import { forgetParents } from './transformations.js';

/**
 * Removes what class-validator and class-transformer keep of a class, which they hold for as long as the process lives.
 * Call it for an arguments class that has been replaced, as by a reload: what has been compiled from it goes on, but it
 * cannot be compiled again.
 */
export function forgetClass(type: Class): void {
  forgetRules(type);
  forgetParents(type);
}
