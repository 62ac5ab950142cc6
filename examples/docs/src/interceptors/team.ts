import type { Interceptor } from '@cuecard/core';

declare module '@cuecard/core' {
  interface ContextBag {
    team?: string | undefined;
  }
}

const TEAMS = new Map([['payroll-desk', 'payroll']]);

/** Says for which team somebody asks, so that prompts can go by it. */
export const team: Interceptor = ({ context }, next) => {
  context.bag.team = TEAMS.get(context.client?.name ?? '');
  return next();
};
