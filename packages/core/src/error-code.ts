// Both official SDKs put an error's integer `code`, its `message` and its `data` on the wire unchanged: adapters map nothing.

/** JSON-RPC error codes, as the specification asks prompt servers to use them (server/prompts, "Error Handling"). */
export const INVALID_PARAMS = -32602;
export const INTERNAL_ERROR = -32603;

/** JSON-RPC reserves these, and MCP hands them out: an SDK may take one for an error of its own. */
const RESERVED = { from: -32768, to: -32000 };

/** Those of the reserved ones that a server answers requests with. */
const ANSWERS: ReadonlySet<number> = new Set([
  -32601, // an unknown method
  INVALID_PARAMS,
  INTERNAL_ERROR,
  -32002, // a resource that is not there, up to 2025-11-25
  -32021, // a capability that the client lacks, since 2026-07-28
]);

/**
 * Gives a code as it is given.
 * @throws {TypeError} for one that is no integer
 * @throws {RangeError} for one that means something else to clients
 */
export function errorCode(code: number): number {
  if (!Number.isSafeInteger(code)) {
    const given = typeof code === 'number' ? String(code) : `${typeof code === 'object' ? 'an' : 'a'} ${typeof code}`;
    throw new TypeError(`RequestError: code is ${given}. Give an integer, or none for ${INTERNAL_ERROR}.`);
  }
  if (code < RESERVED.from || code > RESERVED.to || ANSWERS.has(code)) return code;
  throw new RangeError(
    `RequestError: code ${code} is reserved by JSON-RPC and MCP. Use ${INVALID_PARAMS} for what the client can mend, ${INTERNAL_ERROR} for a failure of the server, or a code of your own outside ${RESERVED.from} to ${RESERVED.to}.`,
  );
}
