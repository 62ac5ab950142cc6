import type { ArgumentFault } from '@cuecard/core';
import { Problem } from '../outcome/problem.js';

/** Says why a server refused a call. What is no error of the protocol is thrown as it is. */
export function refusalOf(error: unknown): unknown {
  const { code, message, data } = Object(error) as {
    readonly code?: unknown;
    readonly message?: unknown;
    readonly data?: unknown;
  };
  if (typeof code !== 'number' || typeof message !== 'string') return error;
  const { errors = [] } = Object(data) as { readonly errors?: readonly ArgumentFault[] };
  const why = errors.map(({ message: each, expected }) => `  ${each}${expected === undefined ? '' : `: ${expected}`}`);
  const [summary = ''] = message.replace(/^MCP error -?\d+: /, '').split('\n');
  return new Problem({
    code: 'refused',
    summary: summary === '' ? 'The server refused it' : summary,
    ...(why.length > 0 && { why: why.join('\n') }),
    meta: { code, ...(data !== undefined && { data }) },
    cause: error,
  });
}
