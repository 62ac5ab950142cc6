import type { CallOptions, Client } from '@cuecard/core';
import { ElicitResultSchema, type RequestId } from '@modelcontextprotocol/sdk/types.js';
import type { Extra } from './extra.js';

type Elicit = NonNullable<CallOptions['elicit']>;

/** As long as a timer can be: how long a person may take is for the runtime to say, which ends the question by its signal. */
const LONGEST_MS = 2 ** 31 - 1;

/** What the client shows to the person beside it, should it show why a question is over. */
const WITHDRAWN = 'The question has been withdrawn';

/** What people at a client are being asked (client/elicitation). */
export class Questions {
  /** Whether a request can still be answered; for one that cannot, nobody is asked. */
  isAwaited: (request: RequestId) => boolean = () => true;
  readonly #open = new Map<AbortController, RequestId>();
  #isOver = false;

  /** How a request may ask. */
  of(extra: Extra): Elicit {
    return async (params, { signal }) => {
      signal.throwIfAborted();
      if (this.#isOver || !this.isAwaited(extra.requestId)) throw new Error('Nobody can be asked any more');
      const question = new AbortController();
      const withdraw = () => question.abort(WITHDRAWN);
      signal.addEventListener('abort', withdraw, { once: true });
      this.#open.set(question, extra.requestId);
      try {
        return await ask(extra, params, question.signal);
      } finally {
        this.#open.delete(question);
        signal.removeEventListener('abort', withdraw); // The SDK would take back what has been answered, too.
      }
    };
  }

  /** Asks no more for this request, to which no answer can be given any more. */
  withdraw(requestId: RequestId): void {
    for (const [question, id] of this.#open) if (id === requestId) question.abort(WITHDRAWN);
  }

  /** Asks no more at all. */
  end(): void {
    this.#isOver = true;
    for (const question of this.#open.keys()) question.abort(WITHDRAWN);
  }
}

function ask({ sendRequest }: Extra, params: Parameters<Elicit>[0], signal: AbortSignal): ReturnType<Elicit> {
  const request = { method: 'elicitation/create' as const, params };
  return sendRequest(request, ElicitResultSchema, { signal, timeout: LONGEST_MS });
}

/** Whether a client can show forms. One that says nothing of its kind of elicitation can (2025-06-18 has no other). */
export function showsForms({ revision, capabilities }: Client): boolean {
  const elicitation: unknown = capabilities?.['elicitation'];
  if (revision < '2025-06-18' || typeof elicitation !== 'object' || elicitation === null) return false;
  return 'form' in elicitation || !('url' in elicitation);
}
