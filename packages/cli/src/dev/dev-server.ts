import { createPlayground, type ProjectEvent } from '@cuecard/playground';
import { adapterOf } from '../config/adapter.js';
import type { DevOptions } from '../commands/dev.js';
import { ExitCode } from '../outcome/exit-code.js';
import { Problem } from '../outcome/problem.js';
import type { LiveProject } from '../project/live-project.js';
import type { Reloaded } from './reloader.js';

/** What serves a project that is being written. */
export interface DevServer {
  /** The address of the endpoint; nothing over stdio. */
  readonly url?: string;
  /** The address of the playground. */
  readonly page?: string;
  /** Resolves when the client over stdio has gone. */
  readonly ended: Promise<void>;
  tell(reloaded: Reloaded): void;
  close(): Promise<void>;
}

const PORT = 3917;

export async function devServer(project: LiveProject, options: DevOptions): Promise<DevServer> {
  const adapter = await adapterOf(project.config, project.root);
  const { runtime: _runtime, adapter: _adapter, http = {}, close: _close, ...identity } = project.config;
  if (options.stdio === true) {
    const served = await adapter.serveStdio(project.counted, identity);
    const ended = new Promise<void>((resolve) => process.stdin.once('close', () => resolve()));
    return { ended, tell() {}, close: () => served.close() };
  }
  const listeners = new Set<(event: ProjectEvent) => void>();
  const playground = createPlayground({
    ...identity,
    runtime: project.runtime,
    served: project.counted,
    ...(http.path !== undefined && { path: http.path }),
    onEvent(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  });
  const port = options.port === undefined ? (http.port ?? PORT) : portOf(options.port);
  const server = await adapter.serveHttp(playground.served, {
    ...identity,
    ...http,
    port,
    fallback: playground.listener,
  });
  return {
    url: server.url,
    page: playground.urlFor(server.url),
    ended: new Promise(() => {}),
    tell(reloaded) {
      for (const listener of listeners) listener(eventOf(reloaded));
    },
    async close() {
      playground.close();
      await server.close();
    },
  };
}

function eventOf(reloaded: Reloaded): ProjectEvent {
  if (reloaded.type === 'reloaded') return { type: 'reloaded', changed: reloaded.changed, ms: reloaded.ms };
  return { type: 'problems', problems: reloaded.problems.map((each) => ({ severity: 'error', ...each })) };
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
