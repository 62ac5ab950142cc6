import type { ProjectEvent, ProjectProblem, ThrownError } from '../playground/options.js';
import { thrownError } from '../project/thrown-error.js';
import type { ReloadResult } from './reloader.js';
import type { Logger } from '@cuecard/core';

/** The maximum number of errors to keep for the page. */
const MAX_THROWN = 100;
/** The end of the message of an error whose client got the id alone. */
const ID = /\[([\da-f]{8}-[\da-f-]{27})\]$/;

/** Notifies open pages of events of the project. */
export class ProjectEvents {
  #problems: readonly ProjectProblem[] = [];
  readonly #folder: string;
  readonly #listeners = new Set<(event: ProjectEvent) => void>();
  readonly #thrown = new Map<string, ThrownError>();

  /** @param folder the folder that paths in stacks are relative to */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Returns the error that was logged under an id. */
  thrown(id: string): ThrownError | undefined {
    return this.#thrown.get(id);
  }

  /** Sends a message to the pages. Its cause may contain arguments, so only the page of its call gets that. */
  log(level: Log['level'], message: string, cause?: unknown): void {
    const [, id] = ID.exec(message) ?? [];
    if (id !== undefined && cause !== undefined) this.#thrown.set(id, thrownError(cause, this.#folder));
    for (const oldest of this.#thrown.keys()) if (this.#thrown.size > MAX_THROWN) this.#thrown.delete(oldest);
    this.notify({ type: 'log', level, message });
  }

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

/** A logger that also writes to the pages. */
export function pageLogger(logger: Logger, events: ProjectEvents): Logger {
  const write = (level: Log['level'], pass: ((message: string, data?: unknown) => void) | undefined) => {
    return (message: string, ...data: [data?: unknown]) => {
      pass?.call(logger, message, ...data);
      events.log(level, message, ...data);
    };
  };
  return {
    error: write('error', logger.error),
    warn: write('warning', logger.warn),
    info: write('info', logger.info),
    debug: write('debug', logger.debug),
  };
}

const EVENTS = ['uncaughtException', 'unhandledRejection'] as const;

/**
 * Keeps `dev` running after an uncaught error of the project, for example in a timer. A call of `process.exit` cannot be
 * prevented, and is logged.
 * @param signal aborts when the user ends `dev`
 */
export function logUncaughtErrors(logger: Logger, signal: AbortSignal): { end(): void } {
  const report = (error: unknown) => logger.error('The project threw an uncaught error', error);
  const reportExit = (code: number) => {
    if (!signal.aborted) logger.error(`The project called process.exit(${code})`);
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
