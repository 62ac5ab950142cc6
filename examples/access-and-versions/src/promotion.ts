import type { PromptRuntime } from '@cuecard/core';

/** From now on, `production` is this version: `summary@2.0.0`. */
export function promote(runtime: PromptRuntime, to: string): void {
  runtime.replace(runtime.registry.withLabel('production', to));
}
