import type { Readable, Writable } from 'node:stream';
import { Client as ClientV2, StreamableHTTPClientTransport as HttpV2 } from '@modelcontextprotocol/client';
import { StdioClientTransport as StdioV2 } from '@modelcontextprotocol/client/stdio';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as HttpV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import {
  type CompleteRequest,
  PromptListChangedNotificationSchema,
  ResourceListChangedNotificationSchema,
  ResourceUpdatedNotificationSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { Pipe } from './pipe.ts';
import { type Mode, modes, type Version } from './versions.ts';

const identity = { name: 'test', version: '1.0.0' };

/** The methods of the official clients that the tests use. */
export interface TestClient {
  listPrompts(): Promise<unknown>;
  getPrompt(params: { name: string; arguments?: Record<string, string> }): Promise<unknown>;
  complete(params: CompleteRequest['params']): Promise<unknown>;
  listResources(params?: { cursor: string }): Promise<{ resources: unknown[]; nextCursor?: string | undefined }>;
  listResourceTemplates(): Promise<unknown>;
  readResource(params: { uri: string }): Promise<unknown>;
  /** Calls the listener when these resources or the lists of prompts or resources change. Over HTTP, resolves after its stream is open. */
  hear(uris: readonly string[], listener: (change: unknown) => void): Promise<{ end(): Promise<unknown> }>;
  serverCapabilities(): unknown;
  close(): Promise<void>;
}

/** Lists all resources. Some clients request all pages themselves. */
export async function listAll(client: TestClient): Promise<unknown[]> {
  const all: unknown[] = [];
  for (let page = await client.listResources(); ; page = await client.listResources({ cursor: page.nextCursor })) {
    all.push(...page.resources);
    if (page.nextCursor === undefined) return all;
  }
}

/** The methods that are the same in both clients. */
const requestsOf = (client: ClientV1 | ClientV2): Omit<TestClient, 'hear' | 'close'> => ({
  listPrompts: () => client.listPrompts(),
  getPrompt: (params) => client.getPrompt(params),
  complete: (params) => client.complete(params),
  listResources: (params) => client.listResources(params),
  listResourceTemplates: () => client.listResourceTemplates(),
  readResource: (params) => client.readResource(params),
  serverCapabilities: () => client.getServerCapabilities(),
});

/** Subscribes to resources one by one, as clients with sessions do. */
async function subscribe(client: ClientV1 | ClientV2, uris: readonly string[]) {
  for (const uri of uris) await client.subscribeResource({ uri });
  return { end: () => Promise.all(uris.map((uri) => client.unsubscribeResource({ uri }))) };
}

/** The `fetch` of a transport, and a promise that settles when its stream for notifications is open. */
function observedFetch() {
  let opened = () => {};
  const streamOpen = new Promise<void>((resolve) => (opened = resolve));
  const observed = async (input: string | URL, init?: RequestInit) => {
    const response = await fetch(input, init);
    if (init?.method === 'GET') opened();
    return response;
  };
  return { fetch: observed, streamOpen };
}

async function v1(transport: HttpV1 | Pipe, streamOpen = Promise.resolve()): Promise<TestClient> {
  const client = new ClientV1(identity);
  await client.connect(transport as Parameters<typeof client.connect>[0]);
  return {
    ...requestsOf(client),
    hear: async (uris, listener) => {
      client.setNotificationHandler(PromptListChangedNotificationSchema, () => listener('prompts'));
      client.setNotificationHandler(ResourceListChangedNotificationSchema, () => listener('resources'));
      client.setNotificationHandler(ResourceUpdatedNotificationSchema, ({ params }) => listener(params));
      await streamOpen;
      return subscribe(client, uris);
    },
    close: async () => {
      if (transport instanceof HttpV1) await transport.terminateSession();
      await client.close();
    },
  };
}

const v2 =
  (mode: Mode) =>
  async (transport: HttpV2 | StdioV2 | Pipe, streamOpen = Promise.resolve()): Promise<TestClient> => {
    const client = new ClientV2(identity, { versionNegotiation: { mode: modes[mode] } });
    await client.connect(transport as Parameters<typeof client.connect>[0]);
    return {
      ...requestsOf(client),
      hear: async (uris, listener) => {
        client.setNotificationHandler('notifications/prompts/list_changed', () => listener('prompts'));
        client.setNotificationHandler('notifications/resources/list_changed', () => listener('resources'));
        client.setNotificationHandler('notifications/resources/updated', ({ params }) => listener(params));
        if (mode === 'legacy') {
          await streamOpen;
          return subscribe(client, uris);
        }
        const listening = await client.listen({
          promptsListChanged: true,
          resourcesListChanged: true,
          resourceSubscriptions: [...uris],
        });
        return { end: () => listening.close() };
      },
      close: async () => {
        if (transport instanceof HttpV2 && mode === 'legacy') await transport.terminateSession();
        await client.close();
      },
    };
  };

function overHttpV1(url: string): Promise<TestClient> {
  const { fetch, streamOpen } = observedFetch();
  return v1(new HttpV1(new URL(url), { fetch }), streamOpen);
}

const overHttpV2 = (mode: Mode) => (url: string) => {
  const { fetch, streamOpen } = observedFetch();
  return v2(mode)(new HttpV2(new URL(url), { fetch }), streamOpen);
};

/** The official clients over HTTP, by name. */
export const overHttp: Record<Version, (url: string) => Promise<TestClient>> = {
  'v1 client': overHttpV1,
  'v2 client': overHttpV2('legacy'),
  'v2 client that negotiates': overHttpV2('auto'),
  'v2 client of 2026-07-28': overHttpV2('pinned'),
};

const overPipeV2 = (mode: Mode) => (stdin: Writable, stdout: Readable) => v2(mode)(new Pipe(stdin, stdout));

/** The official clients over the streams of a stdio server in this process. */
export const overPipe: Record<Version, (stdin: Writable, stdout: Readable) => Promise<TestClient>> = {
  'v1 client': (stdin, stdout) => v1(new Pipe(stdin, stdout)),
  'v2 client': overPipeV2('legacy'),
  'v2 client that negotiates': overPipeV2('auto'),
  'v2 client of 2026-07-28': overPipeV2('pinned'),
};

/** Starts a script as a server over stdio, with the official v2 client. */
export const overStdio = (script: string) => v2('legacy')(new StdioV2({ command: process.execPath, args: [script] }));
