import { isIP } from 'node:net';
import { hostname, networkInterfaces } from 'node:os';
import type { Writable } from 'node:stream';
import type { ServedRuntime } from '@cuecard/core';
import { serveHttp, type ServerIdentity, serveStdio } from '@cuecard/server';
import type { PlaygroundOptions } from '../playground/options.js';
import { createPlayground } from '../playground/playground.js';
import type { Config } from '../config/config.js';
import type { LiveProject } from '../project/live-project.js';
import { Problem, ExitCode } from '../outcome/problem.js';

/** The server of a project. */
export interface ProjectServer {
  /** The address of the endpoint; `undefined` over stdio. */
  readonly url?: string;
  /** The address of the playground, if it is enabled. */
  readonly page?: string;
  /** Resolves when the client over stdio disconnects. */
  readonly ended: Promise<void>;
  close(): Promise<void>;
}

export interface ServingOptions {
  /** The runtime to serve, which counts the requests in progress. */
  readonly served: ServedRuntime;
  /** The requested port. */
  readonly port?: string | undefined;
  /** The address to listen on, instead of that of the config. */
  readonly host?: string | undefined;
  /** The stream for protocol messages; `undefined` over HTTP. */
  readonly protocol?: Writable | undefined;
  /** More options of the playground, which is disabled without them. */
  readonly playground?: Partial<PlaygroundOptions> | undefined;
  /** Returns the commands and settings that connect clients to an address, for the playground. */
  readonly connectionsTo?: ((url: string) => Promise<Connections>) | undefined;
}

type Connections = ReturnType<NonNullable<PlaygroundOptions['connections']>>;

/** @throws {Problem} if the port cannot be used */
export async function serveProject(project: LiveProject, options: ServingOptions): Promise<ProjectServer> {
  if (options.protocol !== undefined) return overStdio(project, { ...options, protocol: options.protocol });
  const { http = {} } = project.config;
  let connections: Connections = [];
  const withConnections = { ...options, playground: { ...options.playground, connections: () => connections } };
  const playground = options.playground && createPlayground(pageOptions(project, withConnections));
  const port = options.port === undefined ? http.port : portOf(options.port);
  const server = await onFreePort(port, (free) =>
    serveHttp(playground?.served ?? options.served, {
      ...identityOf(project.config),
      ...http,
      ...(options.host !== undefined && hostOptions(options.host, http)),
      port: free,
      ...(playground !== undefined && { fallback: playground.listener }),
    }),
  );
  if (playground !== undefined) connections = (await options.connectionsTo?.(server.url)) ?? [];
  return {
    url: server.url,
    ...(playground !== undefined && { page: playground.urlFor(server.url) }),
    ended: new Promise(() => {}),
    async close() {
      playground?.close(); // The server waits for the streams of the playground.
      await server.close();
    },
  };
}

async function overStdio(
  project: LiveProject,
  { served, protocol }: ServingOptions & { readonly protocol: Writable },
): Promise<ProjectServer> {
  const ended = new Promise<void>((resolve) => {
    for (const event of ['end', 'close']) process.stdin.once(event, () => resolve());
  });
  const server = await serveStdio(served, { ...identityOf(project.config), stdout: protocol });
  return { ended, close: () => server.close() };
}

function pageOptions(project: LiveProject, { served, playground }: ServingOptions): PlaygroundOptions {
  const { http: { path } = {} } = project.config;
  return {
    ...identityOf(project.config),
    ...(path !== undefined && { path }),
    runtime: project.runtime,
    served,
    sourceOf: (definition) => project.placeOf(definition),
    ...playground,
  };
}

function identityOf(config: Config): ServerIdentity {
  const { runtime: _runtime, http: _http, check: _check, watch: _watch, close: _close, ...identity } = config;
  return identity;
}

/** The options of an endpoint on another address. Without a list of hosts, clients may use the addresses of this machine. */
function hostOptions(host: string, { allowedHosts }: NonNullable<Config['http']>) {
  const addresses = Object.values(networkInterfaces()).flatMap((each = []) => each);
  const names = addresses.map(({ address, family }) => (family === 'IPv6' ? `[${address}]` : address));
  return {
    host,
    allowedHosts: allowedHosts ?? [
      ...new Set(['localhost', hostname(), ...names, ...(isIP(host) === 0 ? [host] : [])]),
    ],
  };
}

const PORT = 3917;
/** How many ports are tried, starting with the default port. */
const TRIED = 10;

/** Serves on the requested port, or on the first free port from the default port on. */
async function onFreePort<Served>(
  requested: number | undefined,
  serve: (port: number) => Promise<Served>,
): Promise<Served> {
  const ports = requested === undefined ? Array.from({ length: TRIED }, (_, index) => PORT + index) : [requested];
  for (const port of ports.slice(0, -1)) {
    try {
      return await serve(port);
    } catch (error) {
      if ((error as ListenError).code !== 'EADDRINUSE') throw unavailableFault(error, port);
    }
  }
  const last = ports.at(-1) ?? 0;
  return serve(last).catch((error: unknown) => {
    throw unavailableFault(error, last);
  });
}

/** An error of `node:net`. */
interface ListenError {
  readonly code?: string;
  readonly address?: string;
  readonly hostname?: string;
}

function unavailableFault(error: unknown, port: number): unknown {
  const { code = '', address, hostname: host = address } = error as ListenError;
  if (/^(?:ENOTFOUND|EAI_AGAIN|EADDRNOTAVAIL)$/.test(code)) {
    const summary = `This machine cannot listen on ${host}`;
    const fix = 'Pass an address of this machine with --host, or 0.0.0.0 for all addresses';
    return new Problem({ code: 'host-unavailable', summary, fix, cause: error });
  }
  if (code !== 'EADDRINUSE' && code !== 'EACCES') return error;
  const summary = code === 'EACCES' ? `Port ${port} needs more permissions` : `Port ${port} is in use`;
  const fix = 'Choose another port with --port, or --port 0 for any free port';
  return new Problem({ code: 'port-unavailable', summary, fix, cause: error });
}

/** @throws {Problem} `port-invalid` */
function portOf(input: string): number {
  if (/^\d{1,5}$/.test(input) && Number(input) <= 65_535) return Number(input);
  throw new Problem({
    code: 'port-invalid',
    summary: `"${input}" is not a port number`,
    fix: 'Pass a number from 0 to 65535. 0 selects any free port',
    exitCode: ExitCode.usage,
  });
}
