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

/** Elicitations that the user has not answered yet, and the call that they interrupt. */
interface OpenRound {
  readonly call: string;
  readonly answer: Answer;
}

/** Calls the endpoint, and answers its elicitations with the earlier responses of the user. */
export class Elicitor {
  readonly #responses = new Map<string, ElicitResult>();
  #open: OpenRound | undefined;

  /** Keeps the response of the user until the elicitation changes. */
  learn(elicitation: Elicitation, response: ElicitResult): void {
    this.#responses.set(signatureOf(elicitation), response);
  }

  get hasResponses(): boolean {
    return this.#responses.size > 0;
  }

  forget(): void {
    this.#responses.clear();
    this.#open = undefined;
  }

  /** @param options with the request as it may be shown */
  async call(mcp: Mcp, request: McpRequest, options: CallOptions): Promise<ElicitorAnswer> {
    const used = new Set<string>();
    const { method, params, headers } = request;
    const { shown = request } = options;
    const call = JSON.stringify(request);
    let answer = this.#open?.call === call ? this.#open.answer : undefined; // Goes on where the user was asked.
    this.#open = undefined;
    for (let round = 0; ; round += 1) {
      const elicitations = answer === undefined ? [] : elicitationsIn(answer);
      const responses = this.#responsesTo(elicitations, used);
      if (answer !== undefined && elicitations.length === 0) return { answer, elicitations };
      if (answer !== undefined && (responses === undefined || round > MAX_ROUNDS)) {
        this.#open = { call, answer };
        return { answer, elicitations };
      }
      const [more, shownMore] = roundOf(answer, elicitations, responses ?? {});
      const shownNow = { ...shown, params: { ...shown.params, ...shownMore } };
      answer = await mcp.call(method, { ...params, ...more }, { ...options, headers, shown: shownNow });
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

/** The params of a round: as they are sent, and as they are shown. */
function roundOf(
  answer: Answer | undefined,
  elicitations: readonly Elicitation[],
  responses: Responses,
): readonly [object, object] {
  if (answer === undefined) return [{}, {}];
  const requestState = answer.result?.['requestState'];
  const state = requestState === undefined ? {} : { requestState };
  const shown = maskedResponses(elicitations, responses);
  return [
    { inputResponses: responses, ...state },
    { inputResponses: shown, ...state },
  ];
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
