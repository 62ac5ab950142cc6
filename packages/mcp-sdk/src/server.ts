import type { Runtime } from '@cuecard/core';
import { type Connected, type Introduction } from '@cuecard/transports';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv';
import { bind, type WiringOptions } from './bind.js';

// The SDK makes one a server, which is dear where each request has its own server. Prompts never use it.
const jsonSchemaValidator = new AjvJsonSchemaValidator();

interface ConnectOptions extends WiringOptions {
  readonly introduction: Introduction;
  readonly transport: Transport;
}

/** Connects a new SDK server for the runtime to a transport; notices and subscriptions end when the transport closes. */
export async function connect(
  runtime: Runtime,
  { introduction, transport, ...options }: ConnectOptions,
): Promise<Connected> {
  const { serverInfo, ...described } = introduction;
  const server = new Server(serverInfo, { jsonSchemaValidator, ...described });
  const { peer, end } = bind(server, runtime, options);
  server.onclose = end;
  await server.connect(transport);
  return {
    questions: peer.questions,
    get client() {
      return peer.client;
    },
    get asking() {
      return peer.asking as Connected['asking']; // The lane hands on what the runtime gives it.
    },
    close: () => server.close(),
  };
}
