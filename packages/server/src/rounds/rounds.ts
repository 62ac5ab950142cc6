import {
  type CallOptions,
  supportsElicitation,
  ElicitationPendingError,
  type ElicitRequest,
  type ElicitResult,
  RequestError,
} from '@cuecard/core';
import { digestOf, type RequestState, digestOfForm, type State } from './request-state.js';
import { isRecord } from '../jsonrpc/message.js';

/** The maximum size of all answers in a request, in bytes of JSON, because they travel with every round. */
const MAX_BYTES = 64 * 1024;
/**
 * The maximum number of elicitations in a request. Without it, a prompt that always asks something new would ask
 * forever.
 */
const MAX_QUESTIONS = 32;

/** The input responses of a repeated request (basic/patterns/mrtr). */
export interface Retry {
  readonly requestState?: unknown;
  readonly inputResponses?: unknown;
}

/**
 * One round of a request whose prompt asks the user. Each round renders the prompt again, with the answers so
 * far (basic/patterns/mrtr).
 */
export class Round {
  readonly #about: string;
  readonly #state: RequestState;
  readonly #answers: ReadonlyMap<string, ElicitResult>;
  readonly #open = new Map<string, Question>();
  readonly #digests = new Map<string, number>();
  readonly #names = new Map<string, number>();

  private constructor(about: string, state: RequestState, answers: Map<string, ElicitResult>) {
    this.#about = about;
    this.#state = state;
    this.#answers = answers;
  }

  /** Starts the first round of a request. */
  static first(about: string, state: RequestState): Round {
    return new Round(about, state, new Map());
  }

  /**
   * Starts a further round, with the client's input responses.
   * @throws {RequestError} if the state is invalid, or answers are malformed or too large
   */
  static async begin(about: string, retry: Retry, state: RequestState): Promise<Round> {
    const before = await state.read(about, retry.requestState);
    if (before === undefined) return Round.first(about, state);
    const responses = responsesIn(retry, Object.keys(before.questions));
    return new Round(about, state, answersIn(before, responses));
  }

  /** Returns the user's answer to a form from an earlier round. If the form has no answer yet, ends the round. */
  readonly elicit: NonNullable<CallOptions['elicit']> = async (form, { name }) => {
    const digest = digestOfForm(form);
    const id = `${digest}-${count(this.#digests, digest)}`;
    const time = count(this.#names, name);
    const answer = this.#answers.get(id);
    if (answer !== undefined) return answer;
    this.#open.set(time === 1 ? name : `${name}_${time}`, { id, form });
    throw new ElicitationPendingError();
  };

  /** Whether an elicitation is open. */
  get isAsking(): boolean {
    return this.#open.size > 0;
  }

  /** Returns the open elicitations if there are any, otherwise the result of the prompt. */
  async end(rendered: Promise<object>): Promise<object> {
    const [outcome] = await Promise.allSettled([rendered]);
    if (this.#open.size > 0) return this.ask();
    if (outcome.status === 'rejected') throw outcome.reason;
    return outcome.value;
  }

  /**
   * Returns the open elicitations.
   * @throws {RequestError} if a limit is exceeded
   */
  async ask(): Promise<object> {
    if (this.#answers.size + this.#open.size > MAX_QUESTIONS) {
      throw new RequestError(`This request needs more than ${MAX_QUESTIONS} elicitations`, { code: -32602 });
    }
    const open = [...this.#open];
    const questions = Object.fromEntries(open.map(([key, { id }]) => [key, id]));
    const state = { about: this.#about, questions, answers: Object.fromEntries(this.#answers) };
    return {
      resultType: 'input_required',
      inputRequests: Object.fromEntries(open.map(([key, { form }]) => [key, toRequest(form)])),
      requestState: await this.#state.sign(state),
    };
  }
}

/** The methods whose handlers may ask the user (basic/patterns/mrtr). */
export const ASKING_METHODS: ReadonlySet<string> = new Set(['prompts/get', 'tools/call', 'resources/read']);

/** An open form. */
interface Question {
  /** Equal only for equal forms, because an answer belongs to the form, not to its key. */
  readonly id: string;
  readonly form: ElicitRequest;
}

/** Counts an occurrence of a form, and returns the number so far. */
function count(times: Map<string, number>, key: string): number {
  const time = (times.get(key) ?? 0) + 1;
  times.set(key, time);
  return time;
}

function toRequest(form: ElicitRequest) {
  return { method: 'elicitation/create' as const, params: { mode: 'form' as const, ...form } };
}

type Responses = Readonly<Record<string, unknown>>;

/** Returns the answers. Throws if one is invalid, because a further round would not help. */
function responsesIn({ inputResponses = {} }: Retry, keys: readonly string[]): Responses {
  if (isRecord(inputResponses) && keys.every((key) => isMissingOrValid(inputResponses, key))) return inputResponses;
  throw new RequestError('Invalid inputResponses: send { action, content } for each entry of inputRequests', {
    code: -32602,
  });
}

function isMissingOrValid(responses: Responses, key: string): boolean {
  return !Object.hasOwn(responses, key) || answerIn(responses, key) !== undefined;
}

function answerIn(responses: Responses, key: string): ElicitResult | undefined {
  const response = Object.hasOwn(responses, key) ? responses[key] : undefined;
  if (!isRecord(response)) return undefined;
  const { action, content } = response;
  if (content !== undefined && !isRecord(content)) return undefined;
  if (action === 'accept') return { action, content: content as ElicitResult['content'] };
  return action === 'decline' || action === 'cancel' ? { action } : undefined;
}

/** Returns the answers from earlier rounds and those to the last elicitations. Ignores all other answers. */
function answersIn({ questions, answers: earlier }: State, responses: Responses) {
  const answers = new Map(Object.entries(earlier));
  for (const [key, id] of Object.entries(questions)) {
    const answer = answerIn(responses, key);
    if (answer !== undefined) answers.set(id, answer);
  }
  if (Buffer.byteLength(JSON.stringify([...answers])) > MAX_BYTES) {
    throw new RequestError(`The answers to the elicitations are larger than ${MAX_BYTES} bytes in total`, {
      code: -32602,
    });
  }
  return answers;
}

/** A request that may ask its user. */
interface ElicitingRequest {
  readonly method: string;
  readonly params: unknown;
  readonly call: CallOptions;
  readonly retry: Retry;
  /** Calls the runtime. */
  readonly answer: (call: CallOptions) => Promise<object>;
}

/**
 * Asks users in the way of protocol revision 2026-07-28: the result contains the elicitations, and the client repeats
 * its request (basic/patterns/mrtr).
 */
export class Rounds {
  readonly #state: RequestState;

  constructor(state: RequestState) {
    this.#state = state;
  }

  /** Whether the result of a method may be elicitations. */
  has(method: string): boolean {
    return ASKING_METHODS.has(method);
  }

  async answer({ method, params, call, retry, answer }: ElicitingRequest): Promise<object> {
    const round = await Round.begin(digestOf({ method, params, auth: call.auth }), retry, this.#state);
    const isAskable = call.client !== undefined && supportsElicitation(call.client);
    return round.end(answer(isAskable ? { ...call, elicit: round.elicit } : call));
  }
}
