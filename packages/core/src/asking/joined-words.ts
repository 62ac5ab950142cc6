import type { ArgumentPlan } from '../arguments/argument-plan.js';
import { argumentOf } from '../arguments/argument-names.js';
import type { ClientProfile } from '../clients/client-profile.js';
import type { ArgumentFault } from '../errors.js';
import { isLine } from './prefill.js';

type Values = Readonly<Record<string, unknown>>;

/**
 * The arguments that the user of a host probably meant that gives each argument one word: if a later one is wrong, all
 * words belong to the first.
 */
export function withWordsJoined(
  values: Values,
  plan: ArgumentPlan,
  faults: readonly ArgumentFault[],
  { splitsWords }: ClientProfile,
): Values {
  const [first, ...later] = plan.arguments;
  if (splitsWords !== true || first?.acceptsAnyText !== true) return values;
  const wrong = new Set(faults.map(({ argument }) => argumentOf(argument)));
  const isRefused = later.some(({ name }) => wrong.has(name) && values[name] !== undefined);
  const words = plan.names.map((name) => values[name]).filter((word) => word !== undefined);
  const joined = words.join(' ');
  if (!isRefused || !words.every(isWord) || !isLine(joined)) return values;
  const right = Object.entries(values).filter(([name]) => !wrong.has(name));
  return { ...Object.fromEntries(right), [first.name]: joined };
}

function isWord(value: unknown): boolean {
  return typeof value === 'string' && /^\S+$/.test(value);
}
