import { headers } from './raw.ts';
import { envelope, headersOf } from './modern.ts';

/** Returns requests for prompts as clients of 2026-07-28 send them. */
export const modern = (more: object) => (name: string, id: unknown) => {
  const request = { method: 'prompts/get', params: { name } };
  const params = { name, _meta: { ...envelope(), ...more } };
  return {
    body: JSON.stringify({ jsonrpc: '2.0', id, method: request.method, params }),
    headers: { ...headers, ...headersOf(request) },
  };
};
