import type { Writable } from 'node:stream';
import type { ServedRuntime } from '@cuecard/core';
import type { ServerIdentity } from '@cuecard/server';
import { createPlayground, type PlaygroundOptions } from '@cuecard/playground';
import { adapterOf } from '../config/adapter.js';
import type { Adapter, Config } from '../config/config.js';
import type { LiveProject } from '../project/live-project.js';
import { onFreePort, portOf } from './ports.js';

/** What serves a project. */
export interface ProjectServer {
  /** The address of the endpoint; nothing over stdio. */
  readonly url?: string;
  /** The address of the playground, if there is one. */
  readonly page?: string;
  /** Resolves when the client over stdio has gone. */
  readonly ended: Promise<void>;
  close(): Promise<void>;
}

export interface ServingOptions {
  /** What is served in place of the runtime. */
  readonly served: ServedRuntime;
  /** The port that was asked for. */
  readonly port?: string | undefined;
  /** What the protocol is written to; nothing over HTTP. */
  readonly protocol?: Writable | undefined;
  /** What the playground shows besides; without it there is none. */
  readonly playground?: Partial<PlaygroundOptions> | undefined;
  /** What connects clients to an address, for the playground. */
  readonly connectionsTo?: ((url: string) => Promise<Connections>) | undefined;
}

type Connections = ReturnType<NonNullable<PlaygroundOptions['connections']>>;

/** @throws {Problem} if the port cannot be used, or the project has no adapter */
export async function serveProject(project: LiveProject, options: ServingOptions): Promise<ProjectServer> {
  const adapter = await adapterOf(project.config, project.root);
  if (options.protocol !== undefined) return overStdio(adapter, project, { ...options, protocol: options.protocol });
  const { http = {} } = project.config;
  let connections: Connections = [];
  const given = { ...options, playground: { ...options.playground, connections: () => connections } };
  const playground = options.playground && createPlayground(pageOptions(project, given));
  const port = options.port === undefined ? http.port : portOf(options.port);
  const server = await onFreePort(port, (free) =>
    adapter.serveHttp(playground?.served ?? options.served, {
      ...identityOf(project.config),
      ...http,
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
      playground?.close(); // Its streams would have to end first.
      await server.close();
    },
  };
}

async function overStdio(
  adapter: Adapter,
  project: LiveProject,
  { served, protocol }: ServingOptions & { readonly protocol: Writable },
): Promise<ProjectServer> {
  const ended = new Promise<void>((resolve) => {
    for (const event of ['end', 'close']) process.stdin.once(event, () => resolve());
  });
  const server = await adapter.serveStdio(served, { ...identityOf(project.config), stdout: protocol });
  return { ended, close: () => server.close() };
}

function pageOptions(project: LiveProject, { served, playground }: ServingOptions): PlaygroundOptions {
  const { http: { path } = {} } = project.config;
  return {
    ...identityOf(project.config),
    ...(path !== undefined && { path }),
    runtime: project.runtime,
    served,
    sourceOf: ({ type }) => project.spotOf(type)?.where,
    ...playground,
  };
}

function identityOf(config: Config): ServerIdentity {
  const { runtime: _runtime, adapter: _adapter, http: _http, check: _check, close: _close, ...identity } = config;
  return identity;
}
