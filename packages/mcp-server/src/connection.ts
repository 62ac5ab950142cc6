import type { Runtime } from '@cuecard/core';
import { Connection } from '@cuecard/transports';
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server';
import { connect, type MakingOptions } from './server.js';

/** As JSON documents, as event streams, or as what each answer needs. */
export type ResponseMode = 'auto' | 'json' | 'sse';

/** Connects an SDK server over HTTP, as up to revision 2025-11-25: a session, or for one request without. */
export function openConnection(
  runtime: Runtime,
  { responseMode, ...options }: MakingOptions & { readonly responseMode: ResponseMode },
  sessionIdGenerator?: () => string,
): Promise<Connection> {
  const transport = new WebStandardStreamableHTTPServerTransport({
    enableJsonResponse: responseMode !== 'sse',
    ...(sessionIdGenerator && { sessionIdGenerator }),
  });
  const notices = sessionIdGenerator !== undefined; // They would come after the only answer.
  const questions = notices && responseMode !== 'json';
  const logging = options.logging === true && notices; // Without a session there is no level that could be set.
  return Connection.open(transport, {
    canStream: responseMode === 'auto',
    connect: () => connect(runtime, transport, { ...options, notices, questions, logging }),
  });
}
