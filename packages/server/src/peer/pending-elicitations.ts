import type { ElicitRequest, ElicitResult } from '@cuecard/core';
import { isRecord, type Message, type RequestId } from '../jsonrpc/message.js';

/** The reason that a client may show to the user when an elicitation is withdrawn. */
const WITHDRAWN = 'The elicitation has been withdrawn';

/** The maximum number of open elicitations for one client, because users answer one at a time. */
const MAX_OPEN = 32;

/** A call that asks the user. */
export interface ElicitingCall {
  /** Whether the client would receive a message about the call. */
  readonly isAwaited: boolean;
  /** Sends a message about the call. */
  send(message: Message): void;
  /** Frees the slot of the call while the user answers. */
  releaseWhile<T>(answer: Promise<T>): Promise<T>;
}

interface Question {
  readonly call: ElicitingCall;
  readonly resolve: (result: ElicitResult) => void;
  readonly reject: (reason: Error) => void;
  isSent: boolean;
}

/**
 * The open elicitations to a client's user, each a request from the server (up to protocol revision 2025-11-25:
 * client/elicitation).
 */
export class PendingElicitations {
  readonly #open = new Map<RequestId, Question>();
  #nextId = 1; // Starts at 1, because some clients treat the id 0 as missing.
  #resolveInitialized: () => void = () => {};
  readonly #markInitialized = new Promise<void>((resolve) => (this.#resolveInitialized = resolve));
  #isOver = false;

  /** Sends the elicitations that waited for `notifications/initialized` (basic/lifecycle). */
  markInitialized(): void {
    this.#resolveInitialized();
  }

  /**
   * Asks the user on behalf of a call, until the signal aborts or the elicitation is withdrawn.
   * @throws {Error} if the client can no longer receive elicitations, or does not respond with a result
   */
  async ask(call: ElicitingCall, form: ElicitRequest, signal: AbortSignal): Promise<ElicitResult> {
    signal.throwIfAborted();
    if (this.#isOver || !call.isAwaited) throw new Error(NOT_ASKABLE);
    if (this.#open.size >= MAX_OPEN)
      throw new Error(
        `This client already has ${MAX_OPEN} open elicitations: try again after the user has answered one`,
      );
    const id = this.#nextId++;
    const withdraw = () => this.#withdraw(id);
    signal.addEventListener('abort', withdraw, { once: true });
    try {
      return await call.releaseWhile(this.#ask(id, call, form));
    } finally {
      signal.removeEventListener('abort', withdraw);
      this.#open.delete(id);
    }
  }

  async #ask(id: number, call: ElicitingCall, form: ElicitRequest): Promise<ElicitResult> {
    const answer = new Promise<ElicitResult>((resolve, reject) =>
      this.#open.set(id, { call, resolve, reject, isSent: false }),
    );
    await Promise.race([this.#markInitialized, answer]);
    const question = this.#open.get(id);
    if (question !== undefined) {
      question.isSent = true;
      call.send({ jsonrpc: '2.0', id, method: 'elicitation/create', params: { ...form } });
    }
    return answer;
  }

  /** Settles an elicitation with its response. Ignores responses to unknown or withdrawn elicitations. */
  answer({ id, result, error }: Message): void {
    const question = id === undefined ? undefined : this.#open.get(id);
    if (question === undefined) return;
    const answer = elicitResultIn(result);
    if (answer !== undefined) question.resolve(answer);
    else if (error === undefined)
      question.reject(new Error('The client answered the elicitation with an invalid result'));
    else question.reject(new Error('The client answered the elicitation with an error', { cause: error }));
  }

  /** Withdraws all elicitations, and rejects later ones. */
  end(): void {
    this.#isOver = true;
    for (const id of this.#open.keys()) this.#withdraw(id);
  }

  #withdraw(id: RequestId): void {
    const question = this.#open.get(id);
    if (question === undefined) return;
    this.#open.delete(id);
    if (question.isSent) question.call.send(cancellationOf(id));
    question.reject(new Error(WITHDRAWN));
  }
}

const NOT_ASKABLE = 'The client can no longer receive elicitations';

function cancellationOf(requestId: RequestId): Message {
  return { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId, reason: WITHDRAWN } };
}

const ACTIONS: ReadonlySet<unknown> = new Set(['accept', 'decline', 'cancel']);

/** Reads a result (schema, "ElicitResult"). Clients may send null instead of content. */
function elicitResultIn(result: unknown): ElicitResult | undefined {
  if (!isRecord(result) || !ACTIONS.has(result['action'])) return undefined;
  const { action, content } = result as { action: ElicitResult['action']; content?: unknown };
  if (content === undefined || content === null) return { action };
  if (!isRecord(content) || !Object.values(content).every(isFieldValue)) return undefined;
  return { action, content: content as ElicitResult['content'] };
}

const SCALARS: ReadonlySet<string> = new Set(['string', 'number', 'boolean']);

function isFieldValue(value: unknown): boolean {
  return SCALARS.has(typeof value) || (Array.isArray(value) && value.every((item) => typeof item === 'string'));
}
