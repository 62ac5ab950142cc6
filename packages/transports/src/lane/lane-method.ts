import type { CallOptions, ServedRuntime } from '@cuecard/core';

/** The methods that a runtime answers, by name. */
export type LaneMethods = ServedRuntime['methods'];

type RuntimeMethod = LaneMethods extends ReadonlyMap<string, infer Method> ? Method : never;

/** A method that the lane answers. */
export interface LaneMethod extends Pick<RuntimeMethod, 'name' | 'isCacheable' | 'isPaged'> {
  answer(params: unknown, call?: CallOptions): Promise<object>;
}
