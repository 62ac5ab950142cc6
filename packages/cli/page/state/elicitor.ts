import type { ElicitRequest, ElicitResult } from '@cuecard/core';
import type { Draft } from '../form/draft.js';
import { fieldsOf, type Schema } from '../form/field.js';
import { withoutSecrets } from '../form/values.js';
import { type Answer, type CallOptions, MASK, type Mcp, type McpRequest } from '../server/mcp.js';

/** A request of the server for input of the user. */
export interface Elicitation {
  readonly key: string;
  readonly request: ElicitRequest;
}

/** An answer, or the elicitations that come before it. */
export interface ElicitorAnswer {
  readonly answer: Answer;
  readonly elicitations: readonly Elicitation[];
}

type Responses = Readonly<Record<string, ElicitResult>>;

/** More rounds than any server needs. */
const MAX_ROUNDS = 10;

/** Calls the endpoint, and answers its elicitations with the earlier responses of the user. */
export class Elicitor {
  readonly #responses = new Map<string, ElicitResult>();

  /** Keeps the response of the user until the elicitation changes. */
  learn(elicitation: Elicitation, response: ElicitResult): void {
    this.#responses.set(signatureOf(elicitation), response);
  }

  get hasResponses(): boolean {
    return this.#responses.size > 0;
  }

  forget(): void {
    this.#responses.clear();
  }

  /** @param options with the request as it may be shown */
  async call(mcp: Mcp, request: McpRequest, options: CallOptions): Promise<ElicitorAnswer> {
    const used = new Set<string>();
    const { method, params, headers } = request;
    const { shown = request } = options;
    let [more, shownMore]: readonly object[] = [{}, {}];
    for (let round = 0; ; round += 1) {
      const shownNow = { ...shown, params: { ...shown.params, ...shownMore } };
      const answer = await mcp.call(method, { ...params, ...more }, { ...options, headers, shown: shownNow });
      const elicitations = elicitationsIn(answer);
      const responses = this.#responsesTo(elicitations, used);
      if (elicitations.length === 0 || responses === undefined || round > MAX_ROUNDS) return { answer, elicitations };
      const requestState = answer.result?.['requestState'];
      const state = requestState === undefined ? {} : { requestState };
      more = { inputResponses: responses, ...state };
      shownMore = { inputResponses: maskedResponses(elicitations, responses), ...state };
    }
  }

  /** The responses to all elicitations. The server rejected a response if it repeats the elicitation in the same call. */
  #responsesTo(elicitations: readonly Elicitation[], used: Set<string>): Responses | undefined {
    const responses: Record<string, ElicitResult> = {};
    for (const elicitation of elicitations) {
      const signature = signatureOf(elicitation);
      const response = this.#responses.get(signature);
      if (used.has(signature)) this.#responses.delete(signature);
      if (response === undefined || used.has(signature)) return undefined;
      used.add(signature);
      responses[elicitation.key] = response;
    }
    return responses;
  }
}

function maskedResponses(elicitations: readonly Elicitation[], responses: Responses): object {
  const masked = elicitations.map(({ key, request: { requestedSchema } }) => {
    const { content = {}, ...response } = responses[key] ?? {};
    const fields = fieldsOf(requestedSchema as unknown as Schema);
    return [key, { ...response, content: withoutSecrets(fields, content as Draft, MASK) }] as const;
  });
  return Object.fromEntries(masked);
}

function elicitationsIn({ result }: Answer): readonly Elicitation[] {
  if (result?.['resultType'] !== 'input_required') return [];
  const requests = (result['inputRequests'] ?? {}) as Readonly<Record<string, { readonly params: ElicitRequest }>>;
  return Object.entries(requests).map(([key, { params }]) => ({ key, request: params }));
}

function signatureOf({ key, request }: Elicitation): string {
  return JSON.stringify([key, request]);
}
