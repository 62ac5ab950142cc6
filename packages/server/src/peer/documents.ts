import { isScope } from '../auth/bearer.js';
import { type Document, JSON_HEADERS } from '../jsonrpc/answer.js';
import type { RuntimeMethod } from '@cuecard/core';
import { HEADER_MISMATCH } from '../jsonrpc/header-mirror.js';
import { isRecord } from '../jsonrpc/message.js';

type AnsweredMethod = Pick<RuntimeMethod, 'name' | 'isCacheable' | 'isPaged'>;

/** The request that a result belongs to. */
interface ResponseTarget {
  readonly id: string | number;
  readonly method: AnsweredMethod;
}

/** Formats responses for a protocol revision. */
interface RevisionFormat {
  resultJson(result: object, method: AnsweredMethod): string;
  /** The error code in responses. */
  codeOf(code: number): number;
  statusOf(code: number): number;
}

const PLAIN: RevisionFormat = {
  resultJson: (result) => JSON.stringify(result),
  codeOf: (code) => code,
  statusOf: () => 200,
};

/** Writes the responses of a protocol revision. */
export class Documents {
  readonly #format: RevisionFormat;
  /** The serialised form of shared results. Their owners freeze and cache these results. */
  readonly #serialized = new WeakMap<object, Buffer>();

  constructor(format: RevisionFormat = PLAIN) {
    this.#format = format;
  }

  /** The response to a request, or an internal error if the result is not JSON. */
  result(target: ResponseTarget, result: object): Document {
    try {
      return this.#result(target, result);
    } catch {
      return this.error(target.id, undefined);
    }
  }

  /** An error in the form of both official SDKs: its integer `code`, its `message` and its `data`. */
  error(id: string | number, error: unknown): Document {
    try {
      return this.#error(id, error);
    } catch {
      return this.#error(id, undefined); // `data` is not JSON.
    }
  }

  #result({ id, method }: ResponseTarget, result: object): Document {
    const end = `${JSON.stringify(id)}}`; // The id comes last, as in the responses of the SDKs.
    if (method.isPaged && Object.isFrozen(result)) {
      const bytes = this.#keep(result, method);
      return { bytes, text: end, length: bytes.length + Buffer.byteLength(end), status: 200 };
    }
    const text = this.#head(result, method) + end;
    return { text, length: Buffer.byteLength(text), status: 200 };
  }

  #error(id: string | number, error: unknown): Document {
    const { code, message, data } = (error ?? {}) as { code?: unknown; message?: unknown; data?: unknown };
    const known = this.#format.codeOf(Number.isSafeInteger(code) ? Number(code) : INTERNAL_ERROR);
    const sent = { code: known, message: message ?? 'Internal error', ...(data !== undefined && { data }) };
    const text = JSON.stringify({ jsonrpc: '2.0', id, error: sent });
    const challenge = challengeFor(sent);
    const status = challenge === undefined ? this.#format.statusOf(known) : 403;
    const headers = challenge === undefined ? undefined : { ...JSON_HEADERS, 'www-authenticate': challenge };
    return { text, length: Buffer.byteLength(text), status, headers };
  }

  #keep(result: object, method: AnsweredMethod): Buffer {
    const known = this.#serialized.get(result);
    if (known !== undefined) return known;
    const bytes = Buffer.from(this.#head(result, method));
    this.#serialized.set(result, bytes);
    return bytes;
  }

  #head(result: object, method: AnsweredMethod): string {
    return `{"result":${this.#format.resultJson(result, method)},"jsonrpc":"2.0","id":`;
  }
}

const INTERNAL_ERROR = -32603;

type Meta = Readonly<Record<string, unknown>>;

/** Returns the response format since protocol revision 2026-07-28. */
export function envelopeFormat(serverMeta: Meta): RevisionFormat {
  const end = `"resultType":"complete","_meta":${JSON.stringify(serverMeta)}}`;
  const json = (result: object) => {
    if ('_meta' in result || 'resultType' in result) return JSON.stringify(complete(result, serverMeta));
    const members = JSON.stringify(result);
    return members === '{}' ? `{${end}` : `${members.slice(0, -1)},${end}`;
  };
  return {
    resultJson: (result, method) => json(method.isCacheable ? withCacheHints(result) : result),
    // A missing resource is an invalid parameter (server/resources, "Error Handling").
    codeOf: (code) => (code === -32002 ? -32602 : code),
    statusOf: (code) => STATUSES.get(code) ?? 200,
  };
}

function complete(result: object, serverMeta: Meta): object {
  const { _meta: meta } = result as { _meta?: object };
  return { resultType: 'complete', ...result, _meta: { ...serverMeta, ...meta } };
}

/**
 * Adds hints that forbid caching of complete results unless the runtime allows it (basic/utilities/caching). Results of
 * a different type, such as elicitations, get no hints.
 */
function withCacheHints(result: object): object {
  const hasHints = 'ttlMs' in result && 'cacheScope' in result;
  return hasHints || 'resultType' in result ? result : { ...NOT_KEPT, ...result };
}

const NOT_KEPT = { ttlMs: 0, cacheScope: 'private' };

/**
 * The codes for an unknown method, a missing client capability, and headers that contradict the body (basic, "Error
 * Codes").
 */
const STATUSES: ReadonlyMap<number, number> = new Map([
  [-32601, 404],
  [-32021, 400],
  [HEADER_MISMATCH, 400],
]);

/** The code of an `InsufficientScopeError`. */
const FORBIDDEN = 403;

/**
 * Returns the `WWW-Authenticate` header for an error if the caller's token lacks scopes that a definition needs
 * (basic/authorization, "Scope Challenge Handling").
 */
function challengeFor(error: unknown): string | undefined {
  if (!isRecord(error) || error['code'] !== FORBIDDEN || !isRecord(error['data'])) return undefined;
  const { scopes } = error['data'];
  if (!Array.isArray(scopes) || !scopes.every(isScope)) return undefined;
  return `Bearer error="insufficient_scope", scope="${scopes.join(' ')}"`;
}
