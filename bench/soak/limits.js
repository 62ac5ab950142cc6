/** The options of the server that differ from the defaults: short times, few sessions and little memory. */
export const LIMITS = {
  headersTimeoutMs: 1_000,
  bodyTimeoutMs: 1_000,
  answerTimeoutMs: 1_000,
  maxSessions: 60,
  maxHeldBytes: 64 * 1024 * 1024,
  sessionIdleTimeoutMs: 6_000,
};

/** The maximum time of a render: up to 2025-11-25 a client that disconnects cancels nothing. */
export const RENDER_MS = 3_000;

/** The defaults for the size of a body, for requests in progress, and for completions of a caller within a second. */
export const [MAX_BODY_BYTES, MAX_REQUESTS, MAX_COMPLETIONS] = [4 * 1024 * 1024, 1_000, 50];
