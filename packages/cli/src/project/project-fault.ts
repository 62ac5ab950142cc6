import { ExitCode } from '../outcome/exit-code.js';
import { Problem, type ProblemOptions } from '../outcome/problem.js';

/** Why a project cannot be loaded: everything that is wrong with it. */
export class ProjectFault extends Problem {
  readonly problems: readonly ProblemOptions[];

  /** @param problems at least one */
  constructor(problems: readonly ProblemOptions[], cause: unknown) {
    const [first = { code: 'project-throws', summary: 'The project cannot be loaded' }, ...others] = problems;
    super({ ...first, ...(others.length > 0 && { others }), exitCode: ExitCode.project, cause });
    this.problems = problems;
  }
}
