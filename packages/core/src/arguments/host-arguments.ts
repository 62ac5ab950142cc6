import type { ClientProfile } from '../clients/client-profile.js';
import { isPlaceholder } from '../clients/placeholders.js';
import { isObject } from '../text/option-kinds.js';
import type { ArgumentPlan } from './argument-plan.js';

/** The arguments that a host means by what it sends: texts. */
export function meantBy({ sendsJson, sendsPlaceholders }: ClientProfile, given: unknown, plan: ArgumentPlan): unknown {
  if ((sendsJson !== true && sendsPlaceholders !== true) || !isObject(given)) return given;
  const isKept = ([name, value]: [string, unknown]) => !isPlaceholder(value) || plan.get(name)?.isRequired !== false;
  const entries: [string, unknown][] = Object.entries(given);
  const kept = sendsPlaceholders === true ? entries.filter(isKept) : entries;
  return Object.fromEntries(sendsJson === true ? kept.map(([name, value]) => [name, asText(value)]) : kept);
}

function asText(value: unknown): unknown {
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
}
