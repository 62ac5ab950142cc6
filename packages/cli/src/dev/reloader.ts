import { extname } from 'node:path';
import { type ProblemOptions, problemText } from '../outcome/problem.js';
import type { LiveProject, Reload } from '../project/live-project.js';
import { ProjectFault } from '../project/problems.js';
import { styled } from '../terminal/terminal.js';

/** What a reload has led to. */
export type Reloaded =
  | ({ readonly type: 'reloaded'; readonly files: readonly string[]; readonly ms: number } & Reload)
  | {
      readonly type: 'failed';
      readonly problems: readonly ProblemOptions[];
      readonly watchable?: ProjectFault['watchable'];
    };

const SOURCES = new Set(['.ts', '.tsx', '.mts', '.cts', '.js', '.jsx', '.mjs', '.json']);

/** Serves what is edited, one edit after the other. Files of an edit that failed are tried again with the next one. */
export class Reloader {
  readonly #project: LiveProject;
  readonly #tell: (reloaded: Reloaded) => void;
  /** The files that have changed, and are not served yet. */
  #arrived = new Set<string>();
  /** Those of them that could not be served. */
  #failed: ReadonlySet<string> = new Set();
  #isRunning = false;

  constructor(project: LiveProject, tell: (reloaded: Reloaded) => void) {
    this.#project = project;
    this.#tell = tell;
  }

  /** Takes files that have changed. */
  edit(files: Iterable<string>): void {
    for (const file of files) if (this.#concerns(file)) this.#arrived.add(file);
    if (this.#arrived.size > 0 && !this.#isRunning) void this.#run();
  }

  /** Evaluates all files anew. */
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
      this.#tell({ type: 'reloaded', files: [...edited], ms: performance.now() - started, ...reload });
    } catch (error) {
      this.#failed = edited;
      if (error instanceof ProjectFault) {
        const { problems, watchable } = error;
        return this.#tell({ type: 'failed', problems, watchable });
      }
      this.#tell({ type: 'failed', problems: [{ code: 'unexpected', summary: String(error) }] });
    }
  }
}

/** How many names a line has. */
const SHOWN = 3;

export function reloadText(
  { files, changed, removed, ms }: Extract<Reloaded, { type: 'reloaded' }>,
  shown: (file: string) => string,
): string {
  const parts = [...changed, ...removed.map((name) => `${name} is gone`)];
  const what = parts.length === 0 ? 'no definition changed' : listed(parts);
  const where = listed(files.map(shown));
  return `${styled('green', 'reloaded')} ${where} ${styled('dim', `${what}, ${Math.round(ms)} ms`)}`;
}

export function failureText(
  problems: readonly ProblemOptions[],
  next = 'The last good state is served until this is fixed.',
): string {
  return `${problems.map(problemText).join('\n\n')}\n${styled('dim', next)}`;
}

function listed(all: readonly string[]): string {
  const more = all.length > SHOWN ? ` and ${all.length - SHOWN} more` : '';
  return `${all.slice(0, SHOWN).join(', ')}${more}`;
}
