import type { ClientProfile } from '../clients/client-profile.js';
import { isObject } from '../text/option-kinds.js';
import type { ArgumentPlan } from './argument-plan.js';

const PLACEHOLDER = /^\$\d+$/;

/** The arguments that a host means by what it sends: texts. */
export function meantBy({ sendsJson, sendsPlaceholders }: ClientProfile, given: unknown, plan: ArgumentPlan): unknown {
  if ((sendsJson !== true && sendsPlaceholders !== true) || !isObject(given)) return given;
  const isKept = ([name, value]: [string, unknown]) => !isPlaceholder(value) || plan.get(name)?.isRequired !== false;
  const entries: [string, unknown][] = Object.entries(given);
  const kept = sendsPlaceholders === true ? entries.filter(isKept) : entries;
  return Object.fromEntries(sendsJson === true ? kept.map(([name, value]) => [name, asText(value)]) : kept);
}

/** The placeholders among arguments, which the host later replaces by what the user types. */
export function placeholdersIn(given: unknown): ReadonlySet<string> {
  return new Set(isObject(given) ? Object.values(given).filter(isPlaceholder) : []);
}

function isPlaceholder(value: unknown): value is string {
  return typeof value === 'string' && PLACEHOLDER.test(value);
}

function asText(value: unknown): unknown {
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
}
