import { PassThrough } from 'node:stream';
import type { Runtime } from '@cuecard/core';
import { type HandlerOptions, serveHttp, serveStdio } from '@cuecard/server';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { type OfficialClient, officialClients, type Setup } from './users.ts';
import { Pipe } from './pipe.ts';
import type { Version } from './versions.ts';

const identity = { name: 'host', version: '1.0.0' };

/** A server that clients can connect to. */
export interface Host {
  meet(version: Version, setup?: Setup): Promise<OfficialClient>;
  close(): Promise<void>;
}

type HostOptions = Pick<HandlerOptions, 'logging'>;

/** Starts a server that clients can connect to. */
export type Hosting = (runtime: Runtime, options?: HostOptions) => Promise<Host>;

const overStdio: Hosting = async (runtime, options = {}) => {
  const [stdin, stdout] = [new PassThrough(), new PassThrough()];
  const server = await serveStdio(runtime, { ...identity, ...options, stdin, stdout });
  const pipe: Transport = new Pipe(stdin, stdout);
  return { meet: (version, setup = {}) => officialClients[version].meet(pipe, setup), close: () => server.close() };
};

const overHttp =
  (responseMode: HandlerOptions['responseMode'] & string): Hosting =>
  async (runtime, options = {}) => {
    const server = await serveHttp(runtime, { ...identity, ...options, port: 0, responseMode });
    return {
      meet: (version, setup = {}) => officialClients[version].meet(officialClients[version].http(server.url), setup),
      close: () => server.close(),
    };
  };

/** Our own servers, by transport. */
export const hosts = {
  'over stdio': overStdio,
  'over HTTP with auto': overHttp('auto'),
  'over HTTP with sse': overHttp('sse'),
};

type Kind = keyof typeof hosts | 'by SDK v1' | 'by SDK v2';

/** The servers of a test: ours by transport, and in memory those of the SDKs by version. */
export type Hosts = Readonly<Partial<Record<Kind, Hosting>>>;

/**
 * The clients of each server: one up to 2025-11-25 and one since 2026-07-28, because both official clients send the
 * same messages.
 */
const CLIENTS: Readonly<Record<Kind, readonly Version[]>> = {
  'by SDK v1': ['v1 client'],
  'by SDK v2': ['v2 client'],
  'over stdio': ['v1 client', 'v2 client of 2026-07-28'],
  'over HTTP with auto': ['v2 client', 'v2 client that negotiates'],
  'over HTTP with sse': ['v1 client', 'v2 client of 2026-07-28'],
};

/** Returns each server with its clients. */
export const waysOf = (served: Hosts) =>
  (Object.entries(served) as [Kind, Hosting][]).flatMap(([kind, hosting]) =>
    CLIENTS[kind].map((version) => [kind, version, hosting] as const),
  );
