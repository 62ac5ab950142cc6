import type { ArgDefinition } from '../arguments/arg-definition.js';
import { argumentOf, type ArgumentPlan, type Binding } from '../arguments/argument-plan.js';
import { Compilation } from '../arguments/compilation.js';
import type { Definition } from '../definition/definition.js';
import { type DefinitionFault, DefinitionError, faultAt } from '../definition-error.js';
import {
  type ArgumentFault,
  InputRequiredError,
  InvalidArgumentsError,
  type KindName,
  RequestError,
  MISSING_CAPABILITY,
} from '../errors.js';
import type { Class } from '../types.js';
import { clip } from '../text/strings.js';
import { withWordsJoined, formOf, fieldsOf } from './form.js';
import type { ClientProfile } from '../clients/client-profile.js';
import type { CallOptions, Client } from '../api/context.js';
import { nameOfClass } from '../definition/naming.js';
import { OBJECT } from '../text/option-kinds.js';

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

/** The request on whose behalf the user is asked. */
interface Asker {
  readonly subject: string;
  readonly kind: KindName;
  readonly signal: AbortSignal;
  readonly lifetime: { readonly isOver: boolean };
  readonly client: Client | undefined;
  readonly profile: ClientProfile;
  readonly channel: Pick<CallOptions, 'elicit'>;
  binding(name: string, origin: 'text'): Binding;
}

/** The maximum number of times that a form is shown, if its values break rules. */
const ROUNDS = 3;

type Values = Readonly<Record<string, unknown>>;

interface Form {
  readonly plan: ArgumentPlan;
  /** Writes the question: the missing or invalid arguments, and those known so far. */
  readonly question: (faults: readonly ArgumentFault[], given: object) => string;
  /** The arguments known so far. */
  readonly given: Values;
  /** The arguments to fill in. */
  readonly names: readonly string[];
  /** Whether the form also offers all other arguments, with the known values. */
  readonly offersAll: boolean;
  /** The reasons for asking. */
  readonly faults: readonly ArgumentFault[];
}

/**
 * Shows a form until its values pass all rules, at most three times.
 * @throws {InputRequiredError} if the client cannot ask or the user does not answer
 */
async function inquire(asker: Asker, form: Form): Promise<object> {
  const { plan } = form;
  let { given, names, faults } = form;
  for (let round = 1; round <= ROUNDS; round += 1) {
    const answered = await askUser(asker, { ...form, given, names, faults });
    given = { ...omitNames(names, given), ...answered };
    const bound = await bind(asker, plan, given);
    if (!(bound instanceof InvalidArgumentsError)) return bound;
    faults = bound.errors;
    names = namesIn(plan, faults);
    if (names.length === 0) break;
  }
  throw new InputRequiredError(asker.subject, 'the answer breaks rules', faults);
}

/** The values without those named: a faulty value that the user then leaves out counts as absent. */
function omitNames(names: readonly string[], values: Values): Values {
  return Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name)));
}

async function askUser(asker: Asker, { plan, question, names, given, faults, offersAll }: Form): Promise<Values> {
  const { signal, lifetime } = asker;
  const { elicit } = asker.channel;
  if (lifetime.isOver) throw new RequestError('The request is over: the user can no longer be asked');
  if (elicit === undefined) throw cannotAskError(asker, faults);
  const requestedSchema = formOf(plan, { names, known: offersAll ? given : undefined }, asker);
  const request = { message: question(faults, given), requestedSchema };
  const name = nameOfClass(plan.type.name, 'Args') || 'input';
  const { action, content } = await elicit(request, { signal, name }).catch((error: unknown) => {
    // The request is over, or the adapter reports its own reason.
    if (signal.aborted || error instanceof RequestError) throw error;
    throw new InputRequiredError(asker.subject, 'the client failed to ask for it', faults, { cause: error });
  });
  if (action === 'accept') return fieldsOf(content, Object.keys(requestedSchema.properties));
  throw new InputRequiredError(
    asker.subject,
    action === 'decline' ? 'the client declined' : 'the client dismissed it',
    faults,
  );
}

function cannotAskError({ subject, client }: Asker, errors: readonly ArgumentFault[]): InputRequiredError {
  const data = { errors, requiredCapabilities: { elicitation: { form: {} } } };
  const options = lacksForms(client) ? { code: MISSING_CAPABILITY, data } : {};
  return new InputRequiredError(subject, 'this client cannot ask for it', errors, options);
}

async function bind(asker: Asker, plan: ArgumentPlan, input: object): Promise<object> {
  try {
    return await plan.bind(input, asker.binding(asker.subject, 'text'));
  } catch (error) {
    if (error instanceof InvalidArgumentsError) return error;
    throw error;
  }
}

/** The faulty arguments that a form can ask for. */
function namesIn(plan: ArgumentPlan, faults: readonly ArgumentFault[]): string[] {
  const names = faults.map(({ argument }) => argumentOf(argument));
  return [...new Set(names)].filter((name) => plan.get(name) !== undefined);
}

/** Whether a client can show forms. Elicitation declared without a mode means forms: 2025-06-18 has no other. */
export function showsForms(client: Client): boolean {
  OBJECT.require('The client of showsForms()', client);
  const { revision, capabilities } = client;
  const elicitation: unknown = capabilities?.['elicitation'];
  if (revision < '2025-06-18' || typeof elicitation !== 'object' || elicitation === null) return false;
  return 'form' in elicitation || !('url' in elicitation);
}

/** Whether a client must get the error for a missing capability, as since 2026-07-28 (basic, "_meta"). */
function lacksForms(client: Client | undefined): boolean {
  return client !== undefined && client.revision >= '2026-07-28' && !showsForms(client);
}

/**
 * Thrown by `context.ask` when the question itself is the answer to the request, as since 2026-07-28
 * (basic/patterns/mrtr). A further request brings the user's answer, and the prompt renders again. This is not a
 * failure: code that catches it may clean up and should rethrow it. The user is asked either way.
 */
export class AnswerAwaitedError extends RequestError {
  override readonly name = 'AnswerAwaitedError';

  constructor() {
    super('The user has to answer first', { code: -32602 });
  }
}
