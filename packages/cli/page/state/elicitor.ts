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
    const { method, params, headers } = request;
    const { shown = request } = options;
    const send = (more: object, shownMore: object) => {
      const shownNow = { ...shown, params: { ...shown.params, ...shownMore } };
      return mcp.call(method, { ...params, ...more }, { ...options, headers, shown: shownNow });
    };
    const used = new Set<string>();
    const call = JSON.stringify(request);
    const { call: openCall, answer: openAnswer } = this.#open ?? {};
    this.#open = undefined;
    let answer = openAnswer !== undefined && openCall === call ? openAnswer : await send({}, {});
    for (let round = 0; ; round += 1) {
      const elicitations = elicitationsIn(answer);
      const responses = this.#responsesTo(elicitations, used);
      if (elicitations.length === 0) return { answer, elicitations };
      if (responses === undefined || round > MAX_ROUNDS) {
        this.#open = { call, answer };
        return { answer, elicitations };
      }
      answer = await send(...roundOf(answer, elicitations, responses));
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
  answer: Answer,
  elicitations: readonly Elicitation[],
  responses: Responses,
): readonly [object, object] {
  const requestState = answer.result?.['requestState']; // JSON has none if it is undefined.
  return [
    { inputResponses: responses, requestState },
    { inputResponses: maskedResponses(elicitations, responses), requestState },
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
