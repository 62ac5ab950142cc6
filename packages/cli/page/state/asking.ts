import type { ElicitRequest, ElicitResult } from '@cuecard/core';
import { type Draft } from '../form/draft.js';
import { fieldsOf, type Schema } from '../form/field.js';
import { withoutSecrets } from '../form/values.js';
import { type Answer, type CallOptions, MASK, type Mcp, type McpRequest } from '../server/mcp.js';

/** A question of the server to the user. */
export interface Question {
  readonly key: string;
  readonly request: ElicitRequest;
}

/** An answer, or the questions that come before it. */
export interface Asked {
  readonly answer: Answer;
  readonly questions: readonly Question[];
}

/** More rounds than any server needs. */
const MAX_ROUNDS = 10;

/** Asks the endpoint, and answers its questions by what the user has said before. */
export class Asking {
  readonly #known = new Map<string, ElicitResult>();

  /** Keeps what the user says to a question, for as long as the question stays the same. */
  learn({ key, request }: Question, result: ElicitResult): void {
    this.#known.set(signatureOf(key, request), result);
  }

  get hasAnswers(): boolean {
    return this.#known.size > 0;
  }

  forget(): void {
    this.#known.clear();
  }

  /** @param options with the request as it may be shown */
  async ask(mcp: Mcp, request: McpRequest, options: CallOptions): Promise<Asked> {
    const given = new Set<string>();
    let [more, shownMore]: readonly object[] = [{}, {}];
    for (let round = 0; ; round += 1) {
      const { method, params, headers } = request;
      const { shown = request } = options;
      const answer = await mcp.call(
        method,
        { ...params, ...more },
        {
          ...options,
          headers,
          shown: { ...shown, params: { ...shown.params, ...shownMore } },
        },
      );
      const questions = questionsIn(answer);
      const responses = this.#responses(questions, given);
      if (questions.length === 0 || responses === undefined || round > MAX_ROUNDS) return { answer, questions };
      const requestState = answer.result?.['requestState'];
      const state = requestState === undefined ? {} : { requestState };
      more = { inputResponses: responses, ...state };
      shownMore = { inputResponses: maskedResponses(questions, responses), ...state };
    }
  }

  /** The responses to all questions. One that has been answered in this very call, and comes back, was not good enough. */
  #responses(questions: readonly Question[], given: Set<string>): Record<string, ElicitResult> | undefined {
    const responses: Record<string, ElicitResult> = {};
    for (const { key, request } of questions) {
      const signature = signatureOf(key, request);
      const known = this.#known.get(signature);
      if (given.has(signature)) this.#known.delete(signature);
      if (known === undefined || given.has(signature)) return undefined;
      given.add(signature);
      responses[key] = known;
    }
    return responses;
  }
}

function maskedResponses(questions: readonly Question[], responses: Readonly<Record<string, ElicitResult>>): object {
  const masked = questions.map(({ key, request: { requestedSchema } }) => {
    const { content = {}, ...response } = responses[key] ?? {};
    const fields = fieldsOf(requestedSchema as unknown as Schema);
    return [key, { ...response, content: withoutSecrets(fields, content as Draft, MASK) }] as const;
  });
  return Object.fromEntries(masked);
}

function questionsIn({ result }: Answer): readonly Question[] {
  if (result?.['resultType'] !== 'input_required') return [];
  const requests = (result['inputRequests'] ?? {}) as Readonly<Record<string, { readonly params: ElicitRequest }>>;
  return Object.entries(requests).map(([key, { params }]) => ({ key, request: params }));
}

function signatureOf(key: string, request: ElicitRequest): string {
  return JSON.stringify([key, request]);
}
