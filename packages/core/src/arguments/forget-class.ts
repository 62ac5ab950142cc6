import type { InjectableClass } from '../types.js';
import { forgetRules } from './rule-records.js';
import { forgetParents } from './transformations.js';

/**
 * Removes an arguments class from class-validator and class-transformer, which otherwise hold it until the process
 * ends. Call it for a class that has been replaced, for example after a reload. Plans compiled from the class keep
 * working, but the class cannot be compiled again.
 */
export function forgetClass(type: InjectableClass): void {
  forgetRules(type);
  forgetParents(type);
}
