import type { ClientProfile } from '../clients/client-profile.js';
import { argumentOf, type ArgumentPlan, type Binding } from '../arguments/argument-plan.js';
import type { CallOptions, Client } from '../api/context.js';
import {
  type ArgumentFault,
  InputRequiredError,
  InvalidArgumentsError,
  type KindName,
  RequestError,
  MISSING_CAPABILITY,
} from '../errors.js';
import { nameOfClass } from '../definition/naming.js';
import { formOf, fieldsOf } from './form.js';
import { OBJECT } from '../text/option-kinds.js';

/** The request on whose behalf the user is asked. */
export interface Asker {
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
export async function inquire(asker: Asker, form: Form): Promise<object> {
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
export function namesIn(plan: ArgumentPlan, faults: readonly ArgumentFault[]): string[] {
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
