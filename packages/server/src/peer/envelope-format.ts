import { HEADER_MISMATCH } from '../jsonrpc/repeated-values.js';
import type { RevisionFormat } from './documents.js';

type Meta = Readonly<Record<string, unknown>>;

/** How answers are written since 2026-07-28. */
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
 * Complete results may not be cached unless the runtime allows it (basic/utilities/caching). Those with another type,
 * such as questions to the user, have no hints.
 */
function withCacheHints(result: object): object {
  const hasHints = 'ttlMs' in result && 'cacheScope' in result;
  return hasHints || 'resultType' in result ? result : { ...NOT_KEPT, ...result };
}

const NOT_KEPT = { ttlMs: 0, cacheScope: 'private' };

/** The method is unknown, the client lacks a capability, or its headers contradict the body (basic, "Error Codes"). */
const STATUSES: ReadonlyMap<number, number> = new Map([
  [-32601, 404],
  [-32021, 400],
  [HEADER_MISMATCH, 400],
]);
