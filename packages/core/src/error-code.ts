// Both official SDKs send an error's integer `code`, its `message` and its `data` unchanged, so adapters map nothing.

/** JSON-RPC error codes, as the specification requires of prompt servers (server/prompts, "Error Handling"). */
export const INVALID_PARAMS = -32602;
export const INTERNAL_ERROR = -32603;

/** A capability that the client has not declared is needed, since 2026-07-28 (basic, "Error Codes"). */
export const MISSING_CAPABILITY = -32021;

/** JSON-RPC reserves these codes and MCP assigns them: an SDK may take one for an error of its own. */
const RESERVED = { from: -32768, to: -32000 };

/** The reserved codes that servers may answer with. */
const ANSWERS: ReadonlySet<number> = new Set([
  -32601, // an unknown method
  INVALID_PARAMS,
  INTERNAL_ERROR,
  -32002, // resource not found, up to 2025-11-25
  -32020, // headers that contradict the body, since 2026-07-28
  MISSING_CAPABILITY,
]);

/**
 * Returns a valid code unchanged.
 * @throws {TypeError} if the code is not an integer
 * @throws {RangeError} if the code has another meaning to clients
 */
export function errorCode(code: number): number {
  if (!Number.isSafeInteger(code)) {
    const given = typeof code === 'number' ? String(code) : `${typeof code === 'object' ? 'an' : 'a'} ${typeof code}`;
    throw new TypeError(`RequestError: code is ${given}. Give an integer, or leave it out for ${INTERNAL_ERROR}.`);
  }
  if (code < RESERVED.from || code > RESERVED.to || ANSWERS.has(code)) return code;
  throw new RangeError(
    `RequestError: code ${code} is reserved by JSON-RPC and MCP. Use ${INVALID_PARAMS} for what the client can mend, ${INTERNAL_ERROR} for a failure of the server, or a code of your own outside ${RESERVED.from} to ${RESERVED.to}.`,
  );
}
