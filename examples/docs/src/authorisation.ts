import {
  type Auth,
  definePack,
  type Interceptor,
  mount,
  Prompt,
  type PromptHandler,
  type RequestContext,
  Runtime,
} from '@cuecard/core';
import { serveHttp } from '@cuecard/server';

@Prompt({ description: 'What everybody may ask' })
export class Status implements PromptHandler {
  render = () => 'What is the state of our service?';
}

@Prompt({ description: 'Writes up an incident', scopes: ['incidents:read'] })
export class Postmortem implements PromptHandler {
  render = () => 'Write up the last incident: what happened, why, and what we change.';
}

@Prompt({ description: 'Tells customers of an incident' })
class Notice implements PromptHandler {
  render = () => 'Tell our customers what happened, in three sentences.';
}

const support = definePack({ name: 'support', version: '1.0.0', prompts: [Notice] });

export const supportDesk = mount(support, { prefix: 'support', scopes: ['incidents:read', 'support:write'] });

export type Plan = 'free' | 'team';

declare module '@cuecard/core' {
  interface ContextBag {
    plan?: Plan;
  }
}

/** Looks up the plan of the caller before any definition is looked up. */
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

const plans = new Map<string, Plan>([['ada', 'team']]);

export const authorised = new Runtime({
  prompts: [Status, Postmortem, Retrospective, supportDesk],
  interceptors: [knowPlan(async (principal) => plans.get(principal) ?? 'free')],
});

/** The names that a caller may know. */
export async function namesFor(auth?: Auth): Promise<string[]> {
  const { prompts } = await authorised.prompts.list({}, { auth });
  return prompts.map(({ name }) => name);
}

/** Tokens that somebody has given out; a service would verify signed ones. */
const tokens = new Map<string, Auth>([['ada-s-token', { principal: 'ada', scopes: ['incidents:read'] }]]);

export function serve(port: number) {
  return serveHttp(authorised, {
    name: 'incidents',
    version: '1.0.0',
    port,
    authenticate: ({ headers }) => tokens.get(headers.get('authorization')?.replace(/^Bearer /, '') ?? ''),
  });
}
