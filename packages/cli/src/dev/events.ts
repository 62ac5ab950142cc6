import type { ProjectEvent, ProjectProblem } from '../playground/options.js';
import type { Reloaded } from './reloader.js';
import type { Logger } from '@cuecard/core';

/** What happens to the project, for the pages that are open. */
export class ProjectEvents {
  #problems: readonly ProjectProblem[] = [];
  readonly #listeners = new Set<(event: ProjectEvent) => void>();

  /** What is wrong at the moment. */
  get problems(): readonly ProjectProblem[] {
    return this.#problems;
  }

  on(listener: (event: ProjectEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  tell(event: ProjectEvent): void {
    for (const listener of this.#listeners) listener(event);
  }

  tellReloaded(reloaded: Reloaded): void {
    const hadProblems = this.#problems.length > 0;
    this.#problems = reloaded.type === 'failed' ? reloaded.problems.map(problemOf) : [];
    if (hadProblems || reloaded.type === 'failed') this.tell({ type: 'problems', problems: this.#problems });
    if (reloaded.type === 'failed') return;
    this.tell({ type: 'reloaded', changed: reloaded.changed, ms: reloaded.ms });
  }
}

type Failed = Extract<Reloaded, { readonly type: 'failed' }>['problems'][number];

function problemOf({
  cause: _cause,
  others: _others,
  exitCode: _code,
  meta: _meta,
  ...problem
}: Failed): ProjectProblem {
  return { severity: 'error', ...problem };
}

type Log = Extract<ProjectEvent, { readonly type: 'log' }>;

/** A logger that the playground hears, too. It gets messages without their causes: these may hold what was given. */
export function tellingLogger(logger: Logger, tell: (event: Log) => void): Logger {
  const told = (level: Log['level'], pass: ((message: string, data?: unknown) => void) | undefined) => {
    return (message: string, ...data: [data?: unknown]) => {
      pass?.call(logger, message, ...data);
      tell({ type: 'log', level, message });
    };
  };
  return {
    error: told('error', logger.error),
    warn: told('warning', logger.warn),
    info: told('info', logger.info),
    debug: told('debug', logger.debug),
  };
}

const EVENTS = ['uncaughtException', 'unhandledRejection'] as const;

/**
 * Keeps an error that nothing of the project catches, such as one of a timer, from ending `dev`. A call of `process.exit`
 * cannot be kept from it, and is named.
 * @param signal aborts when the user ends `dev`
 */
export function surviveStrayErrors(logger: Logger, signal: AbortSignal): { end(): void } {
  const report = (error: unknown) => logger.error('The project has thrown an error that nothing catches', error);
  const left = (code: number) => {
    if (!signal.aborted) logger.error(`The project has ended the process, with process.exit(${code})`);
  };
  for (const event of EVENTS) process.on(event, report);
  process.on('exit', left);
  return {
    end() {
      for (const event of EVENTS) process.off(event, report);
      process.off('exit', left);
    },
  };
}
