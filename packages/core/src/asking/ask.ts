import { ArgumentPlan } from '../arguments/argument-plan.js';
import { Compilation } from '../arguments/compilation.js';
import { type DefinitionFault, DefinitionError, faultAt } from '../definition-error.js';
import { type ArgumentFault, InputRequiredError, InvalidArgumentsError } from '../errors.js';
import type { Class } from '../types.js';
import { type Asker, inquire, namesIn, questionFor } from './inquiry.js';
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

interface RefusedArguments {
  readonly plan: ArgumentPlan;
  readonly name: string;
  /** The title of the definition that needs the arguments, for the user. */
  readonly title: string | undefined;
  readonly given: unknown;
  /** Sample arguments, by the names on the wire. */
  readonly samples: readonly Readonly<Record<string, unknown>>[];
  readonly refusal: unknown;
}

/**
 * Asks for the arguments of a request that were missing or wrong. The form offers the others, too, with their values.
 * @throws {InvalidArgumentsError} if a fault cannot be fixed by asking, the client cannot ask, or the user does not
 * answer
 */
export async function askAgain(asker: Asker, refused: RefusedArguments): Promise<object> {
  const { plan, name, title = name, given, samples, refusal } = refused;
  if (!(refusal instanceof InvalidArgumentsError) || asker.channel.elicit === undefined) throw refusal;
  const faults = refusal.errors;
  const names = namesIn(plan, faults);
  const isAskable = faults.every(({ rule, argument }) => rule !== 'unknown' && argument !== '');
  if (!isAskable || names.length === 0) throw refusal;
  const known = withWordsJoined({ ...(given as object | undefined) }, plan, faults, asker.profile);
  const question = (wrong: readonly ArgumentFault[], values: object) => {
    return questionFor({ subject: title, plan, given: values, samples, faults: wrong });
  };
  try {
    return await inquire(asker, { plan, question, names, given: known, faults, offersAll: true });
  } catch (error) {
    throw error instanceof InputRequiredError ? new InvalidArgumentsError(asker.kind, name, error.errors) : error;
  }
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
