import type { PromptRuntime } from '@cuecard/core';
import { pickIdentity, type Questions, type ServerIdentity } from '@cuecard/http';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv';
import { bind, type BindOptions } from './bind.js';

// The SDK makes one a server, which is dear where each request has its own server. Prompts never use it.
const jsonSchemaValidator = new AjvJsonSchemaValidator();

interface ConnectOptions extends BindOptions {
  readonly identity: ServerIdentity;
  readonly transport: Transport;
}

/** An SDK server with a client at its other end. */
export interface Connected {
  readonly questions: Questions;
  close(): Promise<void>;
}

/** Connects a new SDK server for the runtime to a transport; notices and subscriptions end when the transport closes. */
export async function connect(
  runtime: PromptRuntime,
  { identity, transport, ...options }: ConnectOptions,
): Promise<Connected> {
  const { serverInfo, ...described } = pickIdentity(identity);
  const server = new Server(serverInfo, { jsonSchemaValidator, ...described });
  const { peer, end } = bind(server, runtime, options);
  server.onclose = end;
  await server.connect(transport);
  return { questions: peer.questions, close: () => server.close() };
}
