import type { Runtime } from '@cuecard/core';

/** From now on, `production` is this version: `summary@2.0.0`. */
export function promote(runtime: Runtime, to: string): void {
  runtime.replace(runtime.registry.withLabel('production', to));
}
