import type { PromptRuntime } from '@cuecard/core';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv';
import { bind, type BindOptions } from './bind.js';
import type { Peer } from './peer.js';

/** How a server introduces itself to clients. */
export interface ServerIdentity {
  readonly name: string;
  readonly version: string;
  /** A name for people. */
  readonly title?: string;
  /** What the server is for; clients may hand it to the model. */
  readonly instructions?: string;
}

// The SDK makes one a server, which is dear where each request has its own server. Prompts never use it.
const jsonSchemaValidator = new AjvJsonSchemaValidator();

interface ConnectOptions extends BindOptions {
  readonly identity: ServerIdentity;
  readonly transport: Transport;
}

/** An SDK server with a client at its other end. */
export interface Connected {
  readonly server: Server;
  readonly peer: Peer;
}

/** Connects a new SDK server for the runtime to a transport; notices and subscriptions end when the transport closes. */
export async function connect(
  runtime: PromptRuntime,
  { identity, transport, ...options }: ConnectOptions,
): Promise<Connected> {
  const { instructions, ...serverInfo } = pickIdentity(identity);
  const server = new Server(serverInfo, {
    jsonSchemaValidator,
    ...(instructions !== undefined && { instructions }),
  });
  const { peer, end } = bind(server, runtime, options);
  server.onclose = end;
  await server.connect(transport);
  return { server, peer };
}

// Options objects hold more than the identity, and all of `serverInfo` goes to the client.
function pickIdentity({ name, version, title, instructions }: ServerIdentity) {
  return { name, version, ...(title !== undefined && { title }), ...(instructions !== undefined && { instructions }) };
}
