import { extname } from 'node:path';
import { type ProblemOptions, problemText } from '../outcome/problem.js';
import type { LiveProject, Reload } from '../project/live-project.js';
import { ProjectFault } from '../project/problems.js';
import { styled } from '../terminal/terminal.js';

/** The result of a reload. */
export type ReloadResult =
  | ({ readonly type: 'reloaded'; readonly files: readonly string[]; readonly ms: number } & Reload)
  | {
      readonly type: 'failed';
      readonly problems: readonly ProblemOptions[];
      readonly watchable?: ProjectFault['watchable'];
    };

const SOURCES = new Set(['.ts', '.tsx', '.mts', '.cts', '.js', '.jsx', '.mjs', '.json']);

/** Reloads changed files, one change at a time. Retries the files of a failed change with the next one. */
export class Reloader {
  readonly #project: LiveProject;
  readonly #report: (reloaded: ReloadResult) => void;
  /** The changed files that are not served yet. */
  #arrived = new Set<string>();
  /** The changed files that failed to load. */
  #failed: ReadonlySet<string> = new Set();
  #isRunning = false;

  constructor(project: LiveProject, report: (reloaded: ReloadResult) => void) {
    this.#project = project;
    this.#report = report;
  }

  /** Adds changed files, and reloads them. */
  edit(files: Iterable<string>): void {
    for (const file of files) if (this.#concerns(file)) this.#arrived.add(file);
    if (this.#arrived.size > 0 && !this.#isRunning) void this.#run();
  }

  /** Re-evaluates all files. */
  restart(): void {
    for (const file of this.#project.files) this.#arrived.add(file);
    if (!this.#isRunning) void this.#run();
  }

  /** After a failure, any file may be the one that was missing. */
  #concerns(file: string): boolean {
    return SOURCES.has(extname(file)) && (this.#failed.size > 0 || this.#project.concerns(file));
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    while (this.#arrived.size > 0) {
      const edited = new Set([...this.#failed, ...this.#arrived]);
      this.#arrived = new Set();
      await this.#reload(edited);
    }
    this.#isRunning = false;
  }

  async #reload(edited: ReadonlySet<string>): Promise<void> {
    const started = performance.now();
    try {
      const reload = await this.#project.reload(edited);
      this.#failed = new Set();
      this.#report({ type: 'reloaded', files: [...edited], ms: performance.now() - started, ...reload });
    } catch (error) {
      this.#failed = edited;
      if (error instanceof ProjectFault) {
        const { problems, watchable } = error;
        return this.#report({ type: 'failed', problems, watchable });
      }
      this.#report({ type: 'failed', problems: [{ code: 'unexpected', summary: String(error) }] });
    }
  }
}

/** The maximum number of names in a line. */
const SHOWN = 3;

export function reloadText(
  { files, changed, removed, ms }: Extract<ReloadResult, { type: 'reloaded' }>,
  displayPath: (file: string) => string,
): string {
  const parts = [...changed, ...removed.map((name) => `${name} was removed`)];
  const changes = parts.length === 0 ? 'no definition changed' : joinNames(parts);
  const where = joinNames(files.map(displayPath));
  return `${styled('green', 'reloaded')} ${where} ${styled('dim', `${changes}, ${Math.round(ms)} ms`)}`;
}

export function failureText(
  problems: readonly ProblemOptions[],
  next = 'Serving the last working version until this is fixed.',
): string {
  return `${problems.map(problemText).join('\n\n')}\n${styled('dim', next)}`;
}

function joinNames(all: readonly string[]): string {
  const more = all.length > SHOWN ? ` and ${all.length - SHOWN} more` : '';
  return `${all.slice(0, SHOWN).join(', ')}${more}`;
}
