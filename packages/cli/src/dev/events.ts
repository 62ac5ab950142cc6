import type { ProjectEvent, ProjectProblem } from '../playground/options.js';
import type { ReloadResult } from './reloader.js';
import type { Logger } from '@cuecard/core';

/** Notifies open pages of events of the project. */
export class ProjectEvents {
  #problems: readonly ProjectProblem[] = [];
  readonly #listeners = new Set<(event: ProjectEvent) => void>();

  /** The current problems. */
  get problems(): readonly ProjectProblem[] {
    return this.#problems;
  }

  on(listener: (event: ProjectEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  notify(event: ProjectEvent): void {
    for (const listener of this.#listeners) listener(event);
  }

  notifyReload(reloaded: ReloadResult): void {
    const hadProblems = this.#problems.length > 0;
    this.#problems = reloaded.type === 'failed' ? reloaded.problems.map(problemOf) : [];
    if (hadProblems || reloaded.type === 'failed') this.notify({ type: 'problems', problems: this.#problems });
    if (reloaded.type === 'failed') return;
    this.notify({ type: 'reloaded', changed: reloaded.changed, ms: reloaded.ms });
  }
}

type FailureProblem = Extract<ReloadResult, { readonly type: 'failed' }>['problems'][number];

function problemOf({
  cause: _cause,
  others: _others,
  exitCode: _code,
  meta: _meta,
  ...problem
}: FailureProblem): ProjectProblem {
  return { severity: 'error', ...problem };
}

type Log = Extract<ProjectEvent, { readonly type: 'log' }>;

/** A logger that also sends messages to the playground. It omits their data, which may hold arguments. */
export function broadcastingLogger(logger: Logger, notify: (event: Log) => void): Logger {
  const forward = (level: Log['level'], pass: ((message: string, data?: unknown) => void) | undefined) => {
    return (message: string, ...data: [data?: unknown]) => {
      pass?.call(logger, message, ...data);
      notify({ type: 'log', level, message });
    };
  };
  return {
    error: forward('error', logger.error),
    warn: forward('warning', logger.warn),
    info: forward('info', logger.info),
    debug: forward('debug', logger.debug),
  };
}

const EVENTS = ['uncaughtException', 'unhandledRejection'] as const;

/**
 * Keeps `dev` running after an uncaught error of the project, for example in a timer. A call of `process.exit` cannot be
 * prevented, and is logged.
 * @param signal aborts when the user ends `dev`
 */
export function surviveStrayErrors(logger: Logger, signal: AbortSignal): { end(): void } {
  const report = (error: unknown) => logger.error('The project has thrown an uncaught error', error);
  const reportExit = (code: number) => {
    if (!signal.aborted) logger.error(`The project has called process.exit(${code})`);
  };
  for (const event of EVENTS) process.on(event, report);
  process.on('exit', reportExit);
  return {
    end() {
      for (const event of EVENTS) process.off(event, report);
      process.off('exit', reportExit);
    },
  };
}
