import type { LoggedCall } from '../api.js';

const INTERNAL_ERROR = -32603;

/** An error as its client gets it. */
export function sentError(error: unknown): NonNullable<LoggedCall['error']> {
  const { code, message, data } = Object(error) as { code?: unknown; message?: unknown; data?: unknown };
  if (!Number.isSafeInteger(code) || typeof message !== 'string')
    return { code: INTERNAL_ERROR, message: 'Internal error' };
  return { code: Number(code), message, ...(data !== undefined && { data }) };
}
