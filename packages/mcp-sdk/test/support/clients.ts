import { Client as ClientV2, StreamableHTTPClientTransport as HttpV2 } from '@modelcontextprotocol/client';
import { StdioClientTransport as StdioV2 } from '@modelcontextprotocol/client/stdio';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as StdioV1 } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport as HttpV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import {
  type CompleteRequest,
  PromptListChangedNotificationSchema,
  ResourceUpdatedNotificationSchema,
} from '@modelcontextprotocol/sdk/types.js';

const identity = { name: 'test', version: '1.0.0' };

/** What the tests use of both official clients. */
export interface TestClient {
  listPrompts(): Promise<unknown>;
  getPrompt(params: { name: string; arguments?: Record<string, string> }): Promise<unknown>;
  complete(params: CompleteRequest['params']): Promise<unknown>;
  listResources(params?: { cursor: string }): Promise<{ resources: unknown[]; nextCursor?: string | undefined }>;
  listResourceTemplates(): Promise<unknown>;
  readResource(params: { uri: string }): Promise<unknown>;
  subscribeResource(params: { uri: string }): Promise<unknown>;
  unsubscribeResource(params: { uri: string }): Promise<unknown>;
  serverCapabilities(): unknown;
  onListChanged(listener: () => void): void;
  onResourceUpdated(listener: (params: unknown) => void): void;
  close(): Promise<void>;
}

async function v1(transport: HttpV1 | StdioV1): Promise<TestClient> {
  const client = new ClientV1(identity);
  await client.connect(transport as Parameters<typeof client.connect>[0]);
  return {
    listPrompts: () => client.listPrompts(),
    getPrompt: (params) => client.getPrompt(params),
    complete: (params) => client.complete(params),
    listResources: (params) => client.listResources(params),
    listResourceTemplates: () => client.listResourceTemplates(),
    readResource: (params) => client.readResource(params),
    subscribeResource: (params) => client.subscribeResource(params),
    unsubscribeResource: (params) => client.unsubscribeResource(params),
    serverCapabilities: () => client.getServerCapabilities(),
    onListChanged: (listener) => client.setNotificationHandler(PromptListChangedNotificationSchema, listener),
    onResourceUpdated: (listener) =>
      client.setNotificationHandler(ResourceUpdatedNotificationSchema, ({ params }) => listener(params)),
    close: async () => {
      if (transport instanceof HttpV1) await transport.terminateSession();
      await client.close();
    },
  };
}

async function v2(transport: HttpV2 | StdioV2): Promise<TestClient> {
  const client = new ClientV2(identity, { versionNegotiation: { mode: 'legacy' } });
  await client.connect(transport as Parameters<typeof client.connect>[0]);
  return {
    listPrompts: () => client.listPrompts(),
    getPrompt: (params) => client.getPrompt(params),
    complete: (params) => client.complete(params),
    listResources: (params) => client.listResources(params),
    listResourceTemplates: () => client.listResourceTemplates(),
    readResource: (params) => client.readResource(params),
    subscribeResource: (params) => client.subscribeResource(params),
    unsubscribeResource: (params) => client.unsubscribeResource(params),
    serverCapabilities: () => client.getServerCapabilities(),
    onListChanged: (listener) => client.setNotificationHandler('notifications/prompts/list_changed', listener),
    onResourceUpdated: (listener) =>
      client.setNotificationHandler('notifications/resources/updated', ({ params }) => listener(params)),
    close: async () => {
      if (transport instanceof HttpV2) await transport.terminateSession();
      await client.close();
    },
  };
}

/** The official clients over HTTP, by name. */
export const overHttp = {
  'v1 client': (url: string) => v1(new HttpV1(new URL(url))),
  'v2 client': (url: string) => v2(new HttpV2(new URL(url))),
};

/** The official clients, each with a server of its own as a child process. */
export const overStdio = {
  'v1 client': (...args: string[]) => v1(new StdioV1({ command: process.execPath, args })),
  'v2 client': (...args: string[]) => v2(new StdioV2({ command: process.execPath, args })),
};
