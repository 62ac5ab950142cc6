import type { ArgDefinition } from '../arguments/arg-definition.js';
import { argumentOf } from '../arguments/argument-names.js';
import type { ArgumentPlan } from '../arguments/argument-plan.js';
import type { ArgumentFault } from '../errors.js';
import { clip } from '../text/clip.js';

interface Questioned {
  /** What needs the arguments, for the person. */
  readonly subject: string;
  readonly plan: ArgumentPlan;
  readonly given: object;
  /** Sample arguments, by the names on the wire. */
  readonly samples: readonly Readonly<Record<string, unknown>>[];
  readonly faults: readonly ArgumentFault[];
}

/** Asks the user for missing or wrong arguments, and shows which others have been understood. */
export function questionFor({ subject, plan, given, samples, faults }: Questioned): string {
  const faultOf = (arg: ArgDefinition) => faults.find(({ argument }) => argumentOf(argument) === arg.name);
  const missing = plan.arguments.filter((arg) => faultOf(arg)?.rule === 'isDefined');
  const wrong = faults.filter(({ rule }) => rule !== 'isDefined').map((fault) => refusal(plan, fault));
  const values = given as Readonly<Record<string, unknown>>;
  const understood = plan.arguments.filter((arg) => faultOf(arg) === undefined && isSaid(values[arg.name]));
  return [
    ...(missing.length > 0
      ? [`What should "${subject}" use as ${listed(missing.map((arg) => titleOf(arg) + suchAs(arg, samples)))}?`]
      : []),
    ...(wrong.length > 0 ? [`${wrong.join(' ')} What should "${subject}" use instead?`] : []),
    ...(understood.length > 0
      ? [`Understood: ${understood.map((arg) => `${titleOf(arg)} is ${clip(String(values[arg.name]))}`).join('; ')}.`]
      : []),
  ].join(' ');
}

/** The words of a fault, with the title of the argument instead of its name. */
function refusal(plan: ArgumentPlan, { argument, message }: ArgumentFault): string {
  const arg = plan.get(argument);
  const said =
    arg !== undefined && message.startsWith(argument) ? titleOf(arg) + message.slice(argument.length) : message;
  return /[.!?]$/.test(said) ? said : `${said}.`;
}

function titleOf({ name, entry }: ArgDefinition): string {
  return entry.title ?? name;
}

/** A sample value, as a placeholder would show it. */
function suchAs({ name }: ArgDefinition, samples: Questioned['samples']): string {
  const values = samples.map((each) => each[name]);
  const sample = values.find(isSaid);
  return sample === undefined ? '' : ` (such as ${clip(String(sample))})`;
}

function isSaid(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '' && typeof value !== 'object';
}

function listed(titles: readonly string[]): string {
  return titles.length < 2 ? titles.join('') : `${titles.slice(0, -1).join(', ')} and ${titles.at(-1)}`;
}
