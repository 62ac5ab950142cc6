import { challengeFor } from '../auth/scope-challenge.js';
import { type Document, JSON_HEADERS } from '../jsonrpc/document.js';
import type { RuntimeMethod } from '@cuecard/core';

type AnsweredMethod = Pick<RuntimeMethod, 'name' | 'isCacheable' | 'isPaged'>;

/** The request that a result answers. */
interface ResponseTarget {
  readonly id: string | number;
  readonly method: AnsweredMethod;
}

/** How a revision writes answers. */
export interface RevisionFormat {
  resultJson(result: object, method: AnsweredMethod): string;
  /** The error code on the wire. */
  codeOf(code: number): number;
  statusOf(code: number): number;
}

const PLAIN: RevisionFormat = {
  resultJson: (result) => JSON.stringify(result),
  codeOf: (code) => code,
  statusOf: () => 200,
};

/** Writes the answers of a revision. */
export class Documents {
  readonly #spelling: RevisionFormat;
  /** The serialised form of results that answer many requests: they are frozen, and cached by their owners. */
  readonly #kept = new WeakMap<object, Buffer>();

  constructor(spelling: RevisionFormat = PLAIN) {
    this.#spelling = spelling;
  }

  /** The answer to a request, or an internal error if the result is not JSON. */
  result(answered: ResponseTarget, result: object): Document {
    try {
      return this.#result(answered, result);
    } catch {
      return this.error(answered.id, undefined);
    }
  }

  /** An error in the form of both official SDKs: its integer `code`, its `message` and its `data`. */
  error(id: string | number, error: unknown): Document {
    try {
      return this.#error(id, error);
    } catch {
      return this.#error(id, undefined); // Its `data` is not JSON, which the application did not intend.
    }
  }

  #result({ id, method }: ResponseTarget, result: object): Document {
    const end = `${JSON.stringify(id)}}`; // The id comes last, as in the answers of the SDKs.
    if (method.isPaged && Object.isFrozen(result)) {
      const bytes = this.#keep(result, method);
      return { bytes, text: end, length: bytes.length + Buffer.byteLength(end), status: 200 };
    }
    const text = this.#head(result, method) + end;
    return { text, length: Buffer.byteLength(text), status: 200 };
  }

  #error(id: string | number, error: unknown): Document {
    const { code, message, data } = (error ?? {}) as { code?: unknown; message?: unknown; data?: unknown };
    const known = this.#spelling.codeOf(Number.isSafeInteger(code) ? Number(code) : INTERNAL_ERROR);
    const sent = { code: known, message: message ?? 'Internal error', ...(data !== undefined && { data }) };
    const text = JSON.stringify({ jsonrpc: '2.0', id, error: sent });
    const challenge = challengeFor(sent);
    const status = challenge === undefined ? this.#spelling.statusOf(known) : 403;
    const headers = challenge === undefined ? undefined : { ...JSON_HEADERS, 'www-authenticate': challenge };
    return { text, length: Buffer.byteLength(text), status, headers };
  }

  #keep(result: object, method: AnsweredMethod): Buffer {
    const known = this.#kept.get(result);
    if (known !== undefined) return known;
    const made = Buffer.from(this.#head(result, method));
    this.#kept.set(result, made);
    return made;
  }

  #head(result: object, method: AnsweredMethod): string {
    return `{"result":${this.#spelling.resultJson(result, method)},"jsonrpc":"2.0","id":`;
  }
}

const INTERNAL_ERROR = -32603;
