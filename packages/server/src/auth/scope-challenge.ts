import { isRecord } from '../jsonrpc/message.js';

/** The code of an `InsufficientScopeError`. */
const FORBIDDEN = 403;

/**
 * The header `WWW-Authenticate` for an error of a caller whose token lacks scopes of a definition; nothing for any other
 * error (basic/authorization, "Scope Challenge Handling").
 */
export function challengeFor(error: unknown): string | undefined {
  if (!isRecord(error) || error['code'] !== FORBIDDEN || !isRecord(error['data'])) return undefined;
  const { scopes } = error['data'];
  if (!Array.isArray(scopes) || !scopes.every(isScope)) return undefined;
  return `Bearer error="insufficient_scope", scope="${scopes.join(' ')}"`;
}

/** Checks a scope (RFC 6749, section 3.3), so that a header needs no escapes. */
export function isScope(text: unknown): text is string {
  return typeof text === 'string' && /^[!#-[\]-~]+$/.test(text);
}
