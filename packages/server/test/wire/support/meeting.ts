import { PassThrough } from 'node:stream';
import type { Runtime } from '@cuecard/core';
import type { HandlerOptions } from '@cuecard/server';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { Adapter } from './adapter.ts';
import { type MannedClient, manned, type Setup } from './people.ts';
import { Pipe } from './pipe.ts';
import type { Version } from './versions.ts';

const identity = { name: 'host', version: '1.0.0' };

/** A server that clients can connect to. */
export interface Host {
  meet(version: Version, setup?: Setup): Promise<MannedClient>;
  close(): Promise<void>;
}

type HostOptions = Pick<HandlerOptions, 'logging'>;

/** Starts a server that clients can connect to. */
export type Hosting = (runtime: Runtime, options?: HostOptions) => Promise<Host>;

const overStdio =
  (serveStdio: Adapter['serveStdio']): Hosting =>
  async (runtime, options = {}) => {
    const [stdin, stdout] = [new PassThrough(), new PassThrough()];
    const server = await serveStdio(runtime, { ...identity, ...options, stdin, stdout });
    const pipe: Transport = new Pipe(stdin, stdout);
    return { meet: (version, setup = {}) => manned[version].meet(pipe, setup), close: () => server.close() };
  };

const overHttp =
  (serveHttp: Adapter['serveHttp'], responseMode: HandlerOptions['responseMode'] & string): Hosting =>
  async (runtime, options = {}) => {
    const server = await serveHttp(runtime, { ...identity, ...options, port: 0, responseMode });
    return {
      meet: (version, setup = {}) => manned[version].meet(manned[version].http(server.url), setup),
      close: () => server.close(),
    };
  };

/** The transports over which every adapter can ask its client. */
export const hostsOf = ({ serveHttp, serveStdio }: Pick<Adapter, 'serveHttp' | 'serveStdio'>) => ({
  'over stdio': overStdio(serveStdio),
  'over HTTP with auto': overHttp(serveHttp, 'auto'),
  'over HTTP with sse': overHttp(serveHttp, 'sse'),
});

type Kind = keyof ReturnType<typeof hostsOf> | 'in memory';

/** The servers of a test, by transport. */
export type Hosts = Readonly<Partial<Record<Kind, Hosting>>>;

/** The clients of each transport: one of each era, because both clients of an era send the same requests. */
const CLIENTS: Readonly<Record<Kind, readonly Version[]>> = {
  'in memory': ['v1 client'],
  'over stdio': ['v1 client', 'v2 client of 2026-07-28'],
  'over HTTP with auto': ['v2 client', 'v2 client that negotiates'],
  'over HTTP with sse': ['v1 client', 'v2 client of 2026-07-28'],
};

/** Returns each transport with its clients. */
export const waysOf = (hosts: Hosts) =>
  (Object.entries(hosts) as [Kind, Hosting][]).flatMap(([kind, hosting]) =>
    CLIENTS[kind].map((version) => [kind, version, hosting] as const),
  );
