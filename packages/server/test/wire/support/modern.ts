import { type Answer, type Json, post } from './raw.ts';

const key = (name: string) => `io.modelcontextprotocol/${name}`;

/** The envelope of a request of 2026-07-28. */
export const envelope = (capabilities: object = { elicitation: { form: {} } }) => ({
  [key('protocolVersion')]: '2026-07-28',
  [key('clientInfo')]: { name: 'raw', version: '1' },
  [key('clientCapabilities')]: capabilities,
});

export const serverInfo = key('serverInfo');
export const subscriptionId = key('subscriptionId');

export interface Asked {
  readonly method: string;
  readonly params?: { readonly name?: string; readonly uri?: string; readonly [name: string]: Json };
  readonly capabilities?: object;
}

export function messageOf({ method, params = {}, capabilities }: Asked, id: string | number = 1) {
  return { jsonrpc: '2.0', id, method, params: { _meta: envelope(capabilities), ...params } };
}

/** The headers that repeat the body. */
export function headersOf({ method, params = {} }: Asked): Record<string, string> {
  const name = params.name ?? params.uri;
  return {
    'mcp-protocol-version': '2026-07-28',
    'mcp-method': method,
    ...(name !== undefined && { 'mcp-name': name }),
  };
}

/** Sends a request over HTTP as clients do since 2026-07-28. */
export function ask(url: string, asked: Asked, headers: Record<string, string> = {}): Promise<Answer> {
  return post(url, JSON.stringify(messageOf(asked)), { ...headersOf(asked), ...headers });
}

/** Returns the result or the error in a response, without the description of the server. */
export function outcome({ body }: Pick<Answer, 'body'>): Json {
  const { result, error } = body as { result?: { _meta?: object }; error?: object };
  if (result === undefined) return error;
  const { _meta, ...rest } = result;
  return rest;
}
