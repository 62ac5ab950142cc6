import { Client as ClientV2, StreamableHTTPClientTransport as HttpV2 } from '@modelcontextprotocol/client';
import { StdioClientTransport as StdioV2 } from '@modelcontextprotocol/client/stdio';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as StdioV1 } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport as HttpV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';

export interface Call {
  readonly name: string;
  readonly arguments: Record<string, string>;
}

export interface CompletionCall {
  readonly ref: { readonly type: 'ref/prompt'; readonly name: string };
  readonly argument: { readonly name: string; readonly value: string };
}

export interface ReadCall {
  readonly uri: string;
}

/** What both official clients can do. */
export interface DeskClient {
  listPrompts(): Promise<{ readonly prompts: readonly unknown[] }>;
  getPrompt(call: Call): Promise<object>;
  complete(call: CompletionCall): Promise<object>;
  listResources(): Promise<{ readonly resources: readonly unknown[] }>;
  readResource(call: ReadCall): Promise<object>;
  close(): Promise<void>;
}

/** Where a desk is: over stdio a script with arguments, over HTTP a URL. */
export interface DeskAddress {
  readonly args: string[];
  readonly url: URL;
}

const IDENTITY = { name: 'review-desk-story', version: '0.1.0' };
const command = process.execPath;

export function connectV1OverStdio({ args }: DeskAddress): Promise<DeskClient> {
  return connectV1(new StdioV1({ command, args }));
}

/** The ways to a desk: both official clients over both transports, the newer one in every way that it can negotiate. */
export const CONNECTIONS: Readonly<Record<string, (address: DeskAddress) => Promise<DeskClient>>> = {
  'v1 client over stdio': connectV1OverStdio,
  'v2 client over stdio, legacy': ({ args }) => connectV2(new StdioV2({ command, args }), 'legacy'),
  'v2 client over stdio, auto': ({ args }) => connectV2(new StdioV2({ command, args }), 'auto'),
  'v2 client over stdio, 2026-07-28': ({ args }) => connectV2(new StdioV2({ command, args }), { pin: '2026-07-28' }),
  'v1 client over HTTP': ({ url }) => connectV1(new HttpV1(url)),
  'v2 client over HTTP, legacy': ({ url }) => connectV2(new HttpV2(url), 'legacy'),
  'v2 client over HTTP, auto': ({ url }) => connectV2(new HttpV2(url), 'auto'),
  'v2 client over HTTP, 2026-07-28': ({ url }) => connectV2(new HttpV2(url), { pin: '2026-07-28' }),
};

async function connectV1(transport: StdioV1 | HttpV1): Promise<DeskClient> {
  const client = new ClientV1(IDENTITY);
  await client.connect(transport);
  return client;
}

async function connectV2(
  transport: StdioV2 | HttpV2,
  mode: 'legacy' | 'auto' | { pin: '2026-07-28' },
): Promise<DeskClient> {
  const client = new ClientV2(IDENTITY, { versionNegotiation: { mode } });
  await client.connect(transport);
  return client;
}
