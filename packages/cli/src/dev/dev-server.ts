import type { Writable } from 'node:stream';
import { createPlayground, type PlaygroundOptions } from '@cuecard/playground';
import { adapterOf } from '../config/adapter.js';
import type { Adapter, Config } from '../config/config.js';
import type { DevOptions } from './dev-options.js';
import { ExitCode } from '../outcome/exit-code.js';
import { Problem } from '../outcome/problem.js';
import type { LiveProject } from '../project/live-project.js';
import { openInEditor } from './editor.js';
import type { ProjectEvents } from './events.js';

/** What serves a project that is being written. */
export interface DevServer {
  /** The address of the endpoint; nothing over stdio. */
  readonly url?: string;
  /** The address of the playground. */
  readonly page?: string;
  /** Resolves when the client over stdio has gone. */
  readonly ended: Promise<void>;
  close(): Promise<void>;
}

const PORT = 3917;
/** How many ports are tried after the default one. */
const TRIED = 10;

export interface DevServerOptions extends DevOptions {
  readonly events: ProjectEvents;
  /** What the protocol is written to; nothing over HTTP. */
  readonly protocol: Writable | undefined;
}

export async function devServer(project: LiveProject, options: DevServerOptions): Promise<DevServer> {
  const adapter = await adapterOf(project.config, project.root);
  if (options.protocol !== undefined) return overStdio(adapter, project, options.protocol);
  const { http = {} } = project.config;
  const playground = createPlayground(playgroundOptions(project, options.events));
  const server = await onFreePort(options.port === undefined ? http.port : portOf(options.port), (port) =>
    adapter.serveHttp(playground.served, {
      ...identityOf(project.config),
      ...http,
      port,
      fallback: playground.listener,
    }),
  );
  return {
    url: server.url,
    page: playground.urlFor(server.url),
    ended: new Promise(() => {}),
    async close() {
      playground.close();
      await server.close();
    },
  };
}

async function overStdio(adapter: Adapter, project: LiveProject, protocol: Writable): Promise<DevServer> {
  const ended = new Promise<void>((resolve) => {
    process.stdin.once('end', () => resolve());
    process.stdin.once('close', () => resolve());
  });
  const served = await adapter.serveStdio(project.counted, { ...identityOf(project.config), stdout: protocol });
  return { ended, close: () => served.close() };
}

function playgroundOptions(project: LiveProject, events: ProjectEvents): PlaygroundOptions {
  const { http: { path } = {} } = project.config;
  return {
    ...identityOf(project.config),
    ...(path !== undefined && { path }),
    runtime: project.runtime,
    served: project.counted,
    problems: () => events.problems,
    onEvent: (listener) => events.on(listener),
    sourceOf: ({ type }) => project.spotOf(type)?.where,
    open: (place) => openInEditor(place, project.folder),
  };
}

function identityOf(config: Config): Omit<Config, 'runtime' | 'adapter' | 'http' | 'close'> {
  const { runtime: _runtime, adapter: _adapter, http: _http, close: _close, ...identity } = config;
  return identity;
}

/** Serves on a port that was asked for, or on the first one that is free from the default one on. */
async function onFreePort<Served>(
  asked: number | undefined,
  serve: (port: number) => Promise<Served>,
): Promise<Served> {
  const ports = asked === undefined ? Array.from({ length: TRIED }, (_, index) => PORT + index) : [asked];
  for (const port of ports.slice(0, -1)) {
    try {
      return await serve(port);
    } catch (error) {
      if ((error as { readonly code?: unknown }).code !== 'EADDRINUSE') throw error;
    }
  }
  const last = ports.at(-1) ?? 0;
  return serve(last).catch((error: unknown) => {
    throw unavailable(error, last);
  });
}

function unavailable(error: unknown, port: number): unknown {
  const { code } = error as { readonly code?: unknown };
  if (code !== 'EADDRINUSE' && code !== 'EACCES') return error;
  const summary = code === 'EACCES' ? `Port ${port} may not be used` : `Port ${port} is in use`;
  const fix = 'Choose another one with --port, or 0 for any free one';
  return new Problem({ code: 'port-unavailable', summary, fix, cause: error });
}

function portOf(given: string): number {
  if (/^\d{1,5}$/.test(given) && Number(given) <= 65_535) return Number(given);
  throw new Problem({
    code: 'port-invalid',
    summary: `"${given}" is not a port`,
    fix: 'Give a number from 0 to 65535; 0 takes any free one',
    exitCode: ExitCode.usage,
  });
}
