import type { RequestContext } from '@cuecard/core';

/** Who an order's history says has changed it. */
export function personOf({ auth }: RequestContext): string {
  return auth?.principal ?? 'somebody';
}
