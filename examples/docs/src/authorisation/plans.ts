import { type Interceptor, Prompt, type RequestContext, type PromptHandler } from '@cuecard/core';

export type Plan = 'free' | 'team';

declare module '@cuecard/core' {
  interface ContextBag {
    plan?: Plan;
  }
}

/** Finds out what the caller has paid for before anything is looked up. */
export function knowPlan(planOf: (principal: string) => Promise<Plan>): Interceptor {
  return async ({ context }, next) => {
    if (context.auth !== undefined) context.bag.plan = await planOf(context.auth.principal);
    return next();
  };
}

function paysForTeam({ bag }: RequestContext): boolean {
  return bag.plan === 'team';
}

@Prompt({ description: 'Looks back on a sprint', visible: paysForTeam })
export class Retrospective implements PromptHandler {
  render = () => 'What went well in this sprint, and what did not?';
}
