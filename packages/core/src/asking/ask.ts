import type { ArgDefinition } from '../arguments/arg-definition.js';
import { argumentOf, type ArgumentPlan, type Binding } from '../arguments/argument-plan.js';
import { Compilation } from '../arguments/compilation.js';
import type { Definition } from '../definition/definition.js';
import { type DefinitionFault, DefinitionError, locate } from '../definition-error.js';
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
import { joinWords, createForm, submittedValues } from './form.js';
import type { ClientProfile } from '../clients/client-profile.js';
import type { CallOptions, Client } from '../api/context.js';
import { defaultName } from '../definition/naming.js';
import { OBJECT } from '../text/option-kinds.js';

const compiledPlans = new WeakMap<Class, ArgumentPlan>();

/**
 * Asks the user for the arguments that a class declares.
 * @throws {InputRequiredError} if the client cannot ask or the user does not answer
 * @throws {DefinitionError} if the class is declared wrongly
 */
export async function ask<Args extends object>(request: AskRequest, type: Class<Args>, message: string): Promise<Args> {
  const plan = planOf(type);
  const faults = requiredFaults(plan);
  const writeMessage = (wrong: readonly ArgumentFault[]) => {
    return wrong === faults ? message : `${message}\n\n${wrong.map((fault) => fault.message).join('\n')}`;
  };
  return (await askUntilValid(request, {
    plan,
    writeMessage,
    names: plan.names,
    values: {},
    faults,
    showsAll: false,
  })) as Args;
}

/**
 * Returns the faults to report if the user does not answer: one for each required argument, or one for each argument if
 * none is required.
 */
function requiredFaults({ arguments: all }: ArgumentPlan): ArgumentFault[] {
  const required = all.filter((arg) => arg.isAlwaysRequired);
  return (required.length > 0 ? required : all).map(({ name }) => {
    return { argument: name, rule: 'isDefined', message: `${name} is required` };
  });
}

/**
 * Asks the user for missing or wrong arguments. The form also shows the valid arguments, with their values.
 * @throws {InvalidArgumentsError} if a fault cannot be fixed by asking, the client cannot ask, or the user does not
 * answer
 */
export async function askForArguments(
  request: AskRequest,
  definition: Definition,
  args: unknown,
  error: unknown,
): Promise<object> {
  const { name, arguments: plan } = definition;
  if (!(error instanceof InvalidArgumentsError) || request.channel.elicit === undefined) throw error;
  const faults = error.errors;
  const names = faultyNames(plan, faults);
  const isAskable = faults.every(({ rule, argument }) => rule !== 'unknown' && argument !== '');
  if (!isAskable || names.length === 0) throw error;
  const values = joinWords({ ...(args as object | undefined) }, plan, faults, request.profile);
  const writeMessage: FormRequest['writeMessage'] = (...details) => messageFor(definition, ...details);
  try {
    return await askUntilValid(request, { plan, writeMessage, names, values, faults, showsAll: true });
  } catch (failure) {
    throw failure instanceof InputRequiredError
      ? new InvalidArgumentsError(request.kind, name, failure.errors)
      : failure;
  }
}

/** Returns the elicitation's message: the missing and wrong arguments, and the values of the valid arguments. */
function messageFor(definition: Definition, faults: readonly ArgumentFault[], input: object): string {
  const { arguments: plan, name, title = name, samples } = definition;
  const faultOf = (arg: ArgDefinition) => faults.find(({ argument }) => argumentOf(argument) === arg.name);
  const missing = plan.arguments.filter((arg) => faultOf(arg)?.rule === 'isDefined');
  const wrong = faults.filter(({ rule }) => rule !== 'isDefined').map((fault) => faultSentence(plan, fault));
  const values = input as Readonly<Record<string, unknown>>;
  const valid = plan.arguments.filter((arg) => faultOf(arg) === undefined && isPrintable(values[arg.name]));
  const unknown = joinTitles(missing.map((arg) => titleOf(arg) + sampleHint(arg, samples)));
  const summary = valid.map((arg) => `${titleOf(arg)} is ${clip(String(values[arg.name]))}`);
  return [
    ...(missing.length > 0 ? [`What should "${title}" use as ${unknown}?`] : []),
    ...(wrong.length > 0 ? [`${wrong.join(' ')} What should "${title}" use instead?`] : []),
    ...(valid.length > 0 ? [`Understood: ${summary.join('; ')}.`] : []),
  ].join(' ');
}

/** Formats a fault as a sentence, with the title of the argument instead of its name. */
function faultSentence(plan: ArgumentPlan, { argument, message }: ArgumentFault): string {
  const arg = plan.get(argument);
  const sentence =
    arg !== undefined && message.startsWith(argument) ? titleOf(arg) + message.slice(argument.length) : message;
  return /[.!?]$/.test(sentence) ? sentence : `${sentence}.`;
}

function titleOf({ name, entry }: ArgDefinition): string {
  return entry.title ?? name;
}

/** Formats a sample value as a hint: ` (such as 3)`. */
function sampleHint({ name }: ArgDefinition, samples: Definition['samples']): string {
  const sample = samples.map((each) => each[name]).find(isPrintable);
  return sample === undefined ? '' : ` (such as ${clip(String(sample))})`;
}

function isPrintable(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '' && typeof value !== 'object';
}

function joinTitles(titles: readonly string[]): string {
  return titles.length < 2 ? titles.join('') : `${titles.slice(0, -1).join(', ')} and ${titles.at(-1)}`;
}

/** Returns the faults that make `context.ask` reject a class, such as a property without a type. */
export function faultsOfQuestion(type: Class): readonly DefinitionFault[] {
  return compile(type).faults;
}

function planOf(type: Class): ArgumentPlan {
  const compiled = compiledPlans.get(type);
  if (compiled !== undefined) return compiled;
  const { plan, faults } = compile(type);
  if (faults.length > 0) throw new DefinitionError(faults);
  compiledPlans.set(type, plan);
  return plan;
}

function compile(type: Class): { readonly plan: ArgumentPlan; readonly faults: readonly DefinitionFault[] } {
  const faults: DefinitionFault[] = [];
  const plan = new Compilation(faults).rootPlan(type, () => NOT_A_CLASS);
  return { plan, faults };
}

const NOT_A_CLASS: DefinitionFault = {
  ...locate('context.ask()'),
  id: 'args-invalid',
  problem: 'has a first argument that is not a class',
  remedy: 'Pass a class whose properties have @Arg(), as in context.ask(ReviewArgs, …)',
};

interface AskRequest {
  readonly subject: string;
  readonly kind: KindName;
  readonly signal: AbortSignal;
  readonly lifetime: { readonly isOver: boolean };
  readonly client: Client | undefined;
  readonly profile: ClientProfile;
  readonly channel: Pick<CallOptions, 'elicit'>;
  binding(name: string, origin: 'text'): Binding;
}

/** The maximum number of times that a form is shown. A form is shown again if its values break rules. */
const MAX_ROUNDS = 3;

type Values = Readonly<Record<string, unknown>>;

interface FormRequest {
  readonly plan: ArgumentPlan;
  readonly writeMessage: (faults: readonly ArgumentFault[], values: object) => string;
  /** The values of the arguments so far. */
  readonly values: Values;
  readonly names: readonly string[];
  /** Whether the form also shows the arguments without faults, with their values. */
  readonly showsAll: boolean;
  /** The faults that make the elicitation necessary. */
  readonly faults: readonly ArgumentFault[];
}

/**
 * Shows a form, and shows it again until its values pass all rules, at most three times in total.
 * @throws {InputRequiredError} if the client cannot ask or the user does not answer
 */
async function askUntilValid(request: AskRequest, form: FormRequest): Promise<object> {
  const { plan } = form;
  let { values, names, faults } = form;
  for (let round = 1; round <= MAX_ROUNDS; round += 1) {
    const submitted = await elicitValues(request, { ...form, values, names, faults });
    values = { ...omitNames(names, values), ...submitted };
    const result = await bind(request, plan, values);
    if (!(result instanceof InvalidArgumentsError)) return result;
    faults = result.errors;
    names = faultyNames(plan, faults);
    if (names.length === 0) break;
  }
  throw new InputRequiredError(request.subject, 'the submitted values are invalid', faults);
}

/**
 * Removes the values of faulty arguments. If the user leaves such a field empty, the argument then counts as absent.
 */
function omitNames(names: readonly string[], values: Values): Values {
  return Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name)));
}

async function elicitValues(
  request: AskRequest,
  { plan, writeMessage, names, values, faults, showsAll }: FormRequest,
): Promise<Values> {
  const { signal, lifetime } = request;
  const { elicit } = request.channel;
  if (lifetime.isOver)
    throw new RequestError(
      'The request has ended, so the user can no longer be asked: await context.ask() in the handler',
    );
  if (elicit === undefined) throw cannotAskError(request, faults);
  const requestedSchema = createForm(plan, { names, known: showsAll ? values : undefined }, request);
  const elicitation = { message: writeMessage(faults, values), requestedSchema };
  const name = defaultName(plan.type.name, 'Args') || 'input';
  const { action, content } = await elicit(elicitation, { signal, name }).catch((error: unknown) => {
    // The request has ended, or the adapter has thrown a more specific error.
    if (signal.aborted || error instanceof RequestError) throw error;
    throw new InputRequiredError(request.subject, 'the client failed to ask the user', faults, { cause: error });
  });
  if (action === 'accept') return submittedValues(content, Object.keys(requestedSchema.properties));
  const reason = action === 'decline' ? 'the user declined to give it' : 'the user closed the form';
  throw new InputRequiredError(request.subject, reason, faults, { action });
}

function cannotAskError({ subject, client }: AskRequest, errors: readonly ArgumentFault[]): InputRequiredError {
  const data = { errors, requiredCapabilities: { elicitation: { form: {} } } };
  const options = needsCapabilityError(client) ? { code: MISSING_CAPABILITY, data } : {};
  return new InputRequiredError(subject, 'this client does not support elicitation', errors, options);
}

async function bind(request: AskRequest, plan: ArgumentPlan, input: object): Promise<object> {
  try {
    return await plan.bind(input, request.binding(request.subject, 'text'));
  } catch (error) {
    if (error instanceof InvalidArgumentsError) return error;
    throw error;
  }
}

function faultyNames(plan: ArgumentPlan, faults: readonly ArgumentFault[]): string[] {
  const names = faults.map(({ argument }) => argumentOf(argument));
  return [...new Set(names)].filter((name) => plan.get(name) !== undefined);
}

/**
 * Whether a client can show forms. In protocol revision 2025-06-18, every client with the elicitation capability can.
 */
export function supportsElicitation(client: Client): boolean {
  OBJECT.require('The client of supportsElicitation()', client);
  const { revision, capabilities } = client;
  const elicitation: unknown = capabilities?.['elicitation'];
  if (revision < '2025-06-18' || typeof elicitation !== 'object' || elicitation === null) return false;
  return 'form' in elicitation || !('url' in elicitation);
}

/**
 * Whether a client must get the error code for a missing capability, from protocol revision 2026-07-28 on (basic,
 * "_meta").
 */
function needsCapabilityError(client: Client | undefined): boolean {
  return client !== undefined && client.revision >= '2026-07-28' && !supportsElicitation(client);
}

/**
 * Thrown by `context.ask` if the elicitation is sent as the request's result, as from protocol revision 2026-07-28 on
 * (basic/patterns/mrtr). The client then sends a new request with the user's answer, and the handler runs again. This
 * is not a failure: code that catches this error may clean up, and should then rethrow it.
 */
export class ElicitationPendingError extends RequestError {
  override readonly name = 'ElicitationPendingError';

  constructor() {
    super('The client must ask the user first, and then send the request again', { code: -32602 });
  }
}
