import type { ServedRuntime } from '@cuecard/core';

/** The methods that a runtime answers, by name. */
export type LaneMethods = ServedRuntime['methods'];

/** A method that the lane answers. */
export type LaneMethod = Pick<
  LaneMethods extends ReadonlyMap<string, infer Method> ? Method : never,
  'name' | 'isCacheable' | 'isPaged' | 'answer'
>;
