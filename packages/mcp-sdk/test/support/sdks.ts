import type { Runtime } from '@cuecard/core';
import * as v1 from '@cuecard/mcp-sdk';
import * as v2 from '@cuecard/mcp-sdk/v2';
import { InMemoryTransport as InMemoryV1 } from '@modelcontextprotocol/sdk/inMemory.js';
import { Server as ServerV1 } from '@modelcontextprotocol/sdk/server/index.js';
import { McpServer as McpServerV1 } from '@modelcontextprotocol/sdk/server/mcp.js';
import { ListResourcesRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import {
  InMemoryTransport as InMemoryV2,
  McpServer as McpServerV2,
  Server as ServerV2,
} from '@modelcontextprotocol/server';

/** One end of an in-memory connection, with the parts that are the same in both SDKs. */
export interface End {
  onmessage?: ((message: never) => void) | undefined;
  send(message: object, options?: object): Promise<void>;
  close(): Promise<void>;
}

/** An application's own server, with the parts that are the same in both SDKs. */
export interface OwnServer {
  onclose?(): void;
  onerror?(error: Error): void;
  fallbackRequestHandler?: ((request: never, extra: never) => Promise<object>) | undefined;
  registerCapabilities(capabilities: object): void;
  connect(end: End): Promise<void>;
  close(): Promise<void>;
}

interface OwnMcpServer {
  readonly server: OwnServer;
  registerTool(name: string, config: object, callback: () => never): unknown;
  registerResource(name: string, uri: string, config: object, callback: () => never): unknown;
  connect(end: End): Promise<void>;
}

interface Identity {
  readonly name: string;
  readonly version: string;
}

/** An official SDK, and the function that binds a runtime to its servers. */
export interface Sdk {
  readonly Server: new (identity: Identity) => OwnServer;
  readonly McpServer: new (identity: Identity) => OwnMcpServer;
  readonly InMemoryTransport: { createLinkedPair(): [End, End] };
  bindRuntime(server: OwnServer, runtime: Runtime, options?: v1.BindOptions): () => void;
  /** Makes the application's own server answer a list. */
  handle(server: OwnServer, method: 'tools/list' | 'resources/list', answer: () => object): void;
}

const sdkV1: Sdk = {
  Server: ServerV1,
  McpServer: McpServerV1,
  InMemoryTransport: InMemoryV1,
  bindRuntime: (server: ServerV1, runtime, options) => v1.bindRuntime(server, runtime, options),
  handle: (server: ServerV1, method, answer) =>
    server.setRequestHandler(method === 'tools/list' ? ListToolsRequestSchema : ListResourcesRequestSchema, answer),
};

const unvalidated = { '~standard': { version: 1, vendor: 'test', validate: (value: unknown) => ({ value }) } } as const;

const sdkV2: Sdk = {
  Server: ServerV2,
  McpServer: McpServerV2,
  InMemoryTransport: InMemoryV2,
  bindRuntime: (server: ServerV2, runtime, options) => v2.bindRuntime(server, runtime, options),
  handle: (server: ServerV2, method, answer) =>
    server.setRequestHandler(method, { params: unvalidated }, () => ({ ...answer() })),
};

/** Both official SDKs, by version. */
export const sdks = Object.entries({ v1: sdkV1, v2: sdkV2 });

/** Creates an application's own server, and binds a runtime to it. */
export function boundServer({ Server, bindRuntime }: Sdk, runtime: Runtime, options: v1.BindOptions = {}): OwnServer {
  const server = new Server({ name: 'own', version: '1' });
  server.onclose = bindRuntime(server, runtime, options);
  return server;
}
