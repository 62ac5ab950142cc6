import { type Auth, Runtime } from '@cuecard/core';
import { Postmortem, Status, supportDesk } from './incidents.js';
import { knowPlan, type Plan, Retrospective } from './plans.js';

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
