import type { Interceptor } from '@cuecard/core';

declare module '@cuecard/core' {
  interface ContextBag {
    tenant?: string;
  }
}

/** Puts into the bag whose data a call is about. */
export const tenantOfCaller: Interceptor = ({ context }, next) => {
  context.bag.tenant = String(context.auth?.claims?.['tenant'] ?? 'public');
  return next();
};
