/** The limits of the server that differ from the defaults: short times, few sessions and little memory. */
export const LIMITS = {
  headersTimeoutMs: 1_000,
  bodyTimeoutMs: 1_000,
  answerTimeoutMs: 1_000,
  maxSessions: 60,
  maxHeldBytes: 64 * 1024 * 1024,
  sessionIdleTimeoutMs: 6_000,
};

/** How long a render may take: up to 2025-11-25 a client that leaves cancels nothing. */
export const RENDER_MS = 3_000;

/** How large a body may be, by default. */
export const MAX_BODY_BYTES = 4 * 1024 * 1024;
/** How many requests may be under way, by default. */
export const MAX_REQUESTS = 1_000;
/** How many completions a caller may ask for within a second, by default. */
export const MAX_COMPLETIONS = 50;
