import type { ProjectEvent, ProjectProblem } from '../playground/options.js';
import type { Reloaded } from './reloader.js';

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
