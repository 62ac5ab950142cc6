import type { CallOptions, Runtime } from '@cuecard/core';
import { Connection, type Introduction } from '@cuecard/transports';
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import { connect } from './server.js';

export interface ConnectionOptions {
  readonly introduction: Introduction;
  /** As JSON documents, as event streams, or as what each answer needs. */
  readonly responseMode: 'auto' | 'json' | 'sse';
  readonly logging: boolean;
  /** Is given work that goes on when its request is over. */
  readonly onOverrun: CallOptions['onOverrun'];
}

/** Connects an SDK server over HTTP: a session, or for one stateless request. */
export function openConnection(
  runtime: Runtime,
  { responseMode, ...options }: ConnectionOptions,
  sessionIdGenerator?: () => string,
): Promise<Connection> {
  const transport = new WebStandardStreamableHTTPServerTransport({
    enableJsonResponse: responseMode !== 'sse',
    ...(sessionIdGenerator && { sessionIdGenerator }),
  });
  const notices = sessionIdGenerator !== undefined; // They would come after the only answer.
  const questions = notices && responseMode !== 'json';
  return Connection.open(transport, {
    canStream: responseMode === 'auto',
    connect: () => connect(runtime, { ...options, transport, notices, questions }),
  });
}
