import type { ArgDefinition } from '../arguments/arg-definition.js';
import { argumentOf, type ArgumentPlan } from '../arguments/argument-plan.js';
import { Compilation } from '../arguments/compilation.js';
import type { Definition } from '../definition/definition.js';
import { type DefinitionFault, DefinitionError, faultAt } from '../definition-error.js';
import { type ArgumentFault, InputRequiredError, InvalidArgumentsError } from '../errors.js';
import type { Class } from '../types.js';
import { clip } from '../text/strings.js';
import { type Asker, inquire, namesIn } from './inquiry.js';
import { withWordsJoined } from './form.js';

const plans = new WeakMap<Class, ArgumentPlan>();

/**
 * Asks the user for the arguments that a class declares.
 * @throws {InputRequiredError} if the client cannot ask or the user does not answer
 * @throws {DefinitionError} if the class is declared wrongly
 */
export async function ask<Args extends object>(asker: Asker, type: Class<Args>, message: string): Promise<Args> {
  const plan = planOf(type);
  const faults = missingIn(plan);
  const question = (wrong: readonly ArgumentFault[]) => {
    return wrong === faults ? message : `${message}\n\n${wrong.map((fault) => fault.message).join('\n')}`;
  };
  return (await inquire(asker, { plan, question, names: plan.names, given: {}, faults, offersAll: false })) as Args;
}

/** The faults to report if the user does not answer: one per required argument, or per argument if none is. */
function missingIn({ arguments: all }: ArgumentPlan): ArgumentFault[] {
  const insisted = all.filter((arg) => arg.isAlwaysRequired);
  return (insisted.length > 0 ? insisted : all).map(({ name }) => {
    return { argument: name, rule: 'isDefined', message: `${name} is required` };
  });
}

/**
 * Asks for the arguments of a request that were missing or wrong. The form offers the others, too, with their values.
 * @throws {InvalidArgumentsError} if a fault cannot be fixed by asking, the client cannot ask, or the user does not
 * answer
 */
export async function askAgain(asker: Asker, definition: Definition, args: unknown, refusal: unknown): Promise<object> {
  const { name, arguments: plan } = definition;
  if (!(refusal instanceof InvalidArgumentsError) || asker.channel.elicit === undefined) throw refusal;
  const faults = refusal.errors;
  const names = namesIn(plan, faults);
  const isAskable = faults.every(({ rule, argument }) => rule !== 'unknown' && argument !== '');
  if (!isAskable || names.length === 0) throw refusal;
  const known = withWordsJoined({ ...(args as object | undefined) }, plan, faults, asker.profile);
  const question = (wrong: readonly ArgumentFault[], values: object) => questionFor(definition, wrong, values);
  try {
    return await inquire(asker, { plan, question, names, given: known, faults, offersAll: true });
  } catch (error) {
    throw error instanceof InputRequiredError ? new InvalidArgumentsError(asker.kind, name, error.errors) : error;
  }
}

/** Asks the user for missing or wrong arguments, and shows which others have been understood. */
function questionFor(definition: Definition, faults: readonly ArgumentFault[], input: object): string {
  const { arguments: plan, name, title = name, samples } = definition;
  const faultOf = (arg: ArgDefinition) => faults.find(({ argument }) => argumentOf(argument) === arg.name);
  const missing = plan.arguments.filter((arg) => faultOf(arg)?.rule === 'isDefined');
  const wrong = faults.filter(({ rule }) => rule !== 'isDefined').map((fault) => sentenceOf(plan, fault));
  const values = input as Readonly<Record<string, unknown>>;
  const understood = plan.arguments.filter((arg) => faultOf(arg) === undefined && isSaid(values[arg.name]));
  const unknown = joinTitles(missing.map((arg) => titleOf(arg) + sampleHint(arg, samples)));
  const summary = understood.map((arg) => `${titleOf(arg)} is ${clip(String(values[arg.name]))}`);
  return [
    ...(missing.length > 0 ? [`What should "${title}" use as ${unknown}?`] : []),
    ...(wrong.length > 0 ? [`${wrong.join(' ')} What should "${title}" use instead?`] : []),
    ...(understood.length > 0 ? [`Understood: ${summary.join('; ')}.`] : []),
  ].join(' ');
}

/** The words of a fault, with the title of the argument instead of its name. */
function sentenceOf(plan: ArgumentPlan, { argument, message }: ArgumentFault): string {
  const arg = plan.get(argument);
  const sentence =
    arg !== undefined && message.startsWith(argument) ? titleOf(arg) + message.slice(argument.length) : message;
  return /[.!?]$/.test(sentence) ? sentence : `${sentence}.`;
}

function titleOf({ name, entry }: ArgDefinition): string {
  return entry.title ?? name;
}

/** A sample value, as a placeholder would show it. */
function sampleHint({ name }: ArgDefinition, samples: Definition['samples']): string {
  const sample = samples.map((each) => each[name]).find(isSaid);
  return sample === undefined ? '' : ` (such as ${clip(String(sample))})`;
}

function isSaid(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '' && typeof value !== 'object';
}

function joinTitles(titles: readonly string[]): string {
  return titles.length < 2 ? titles.join('') : `${titles.slice(0, -1).join(', ')} and ${titles.at(-1)}`;
}

/** Returns the faults for which `context.ask` rejects a class, such as a property whose type is unknown. */
export function faultsOfQuestion(type: Class): readonly DefinitionFault[] {
  return compile(type).faults;
}

function planOf(type: Class): ArgumentPlan {
  const known = plans.get(type);
  if (known !== undefined) return known;
  const { plan, faults } = compile(type);
  if (faults.length > 0) throw new DefinitionError(faults);
  plans.set(type, plan);
  return plan;
}

function compile(type: Class): { readonly plan: ArgumentPlan; readonly faults: readonly DefinitionFault[] } {
  const faults: DefinitionFault[] = [];
  const plan = new Compilation(faults).rootPlan(type, () => NO_CLASS);
  return { plan, faults };
}

const NO_CLASS: DefinitionFault = {
  ...faultAt('context.ask()'),
  id: 'args-invalid',
  problem: 'is given something that is not a class',
  remedy: 'Give the class whose properties have @Arg(), as in context.ask(ReviewArgs, …)',
};
