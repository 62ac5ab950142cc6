import type { Runtime } from '@cuecard/core';
import { clientOf } from './client.js';
import { type Connected, type Introduction } from '@cuecard/transports';
import { Server, type Transport } from '@modelcontextprotocol/server';
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/server/validators/ajv';
import { bind, type Binding, type WiringOptions } from './bind.js';

// The SDK makes one a server, which is dear where each request has its own server. Prompts never use it.
const jsonSchemaValidator = new AjvJsonSchemaValidator();

export interface MakingOptions extends WiringOptions {
  readonly introduction: Introduction;
}

/** An SDK server that answers from a runtime. */
export interface Made extends Binding {
  readonly server: Server;
}

/** Makes an SDK server for the runtime; notices and subscriptions end when its transport closes. */
export function makeServer(runtime: Runtime, { introduction, ...options }: MakingOptions): Made {
  const { serverInfo, ...described } = introduction;
  const server = new Server(serverInfo, { jsonSchemaValidator, ...described });
  const binding = bind(server, runtime, options);
  server.onclose = binding.end;
  return { server, ...binding };
}

/** Connects a new SDK server to a transport. */
export async function connect(runtime: Runtime, transport: Transport, options: MakingOptions): Promise<Connected> {
  const { server, peer } = makeServer(runtime, options);
  await server.connect(transport);
  return {
    questions: peer.questions,
    get client() {
      return clientOf(server);
    },
    get asking() {
      return peer.asking as Connected['asking']; // The lane hands on what the runtime gives it.
    },
    close: () => server.close(),
  };
}
