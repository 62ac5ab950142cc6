import type { ProjectProblem, SourcePlace } from '../../src/playground/options.js';
import { usePage } from '../state/page.js';
import { useStore } from '../state/store.js';

/** The first error, above everything: what is served is older than the files. */
export function ProblemsBanner() {
  const page = usePage();
  const problems = useStore(page.problems);
  const errors = problems.filter(({ severity }) => severity === 'error');
  const [first, ...others] = errors;
  return (
    <div role="alert" class="banner-place">
      {first !== undefined && (
        <section class="banner" aria-label="Problem">
          <ProblemText problem={first} />
          <p class="banner-rest">
            The last good state is served until this is fixed.
            {others.length > 0 && (
              <a href="#/problems" onClick={(event) => (event.preventDefault(), page.go({ panel: 'problems' }))}>
                {others.length} more
              </a>
            )}
          </p>
        </section>
      )}
    </div>
  );
}

/** All that is wrong with the project. */
export function ProblemsPanel() {
  const problems = useStore(usePage().problems);
  return (
    <div class="panel">
      <h1>Problems</h1>
      {problems.length === 0 && <p class="empty">There are none.</p>}
      {problems.map((problem) => (
        <section class="problem" data-severity={problem.severity} aria-label={problem.summary}>
          <ProblemText problem={problem} />
        </section>
      ))}
    </div>
  );
}

function ProblemText({ problem }: { readonly problem: ProjectProblem }) {
  const { summary, why, fix, where, frame, section } = problem;
  return (
    <>
      <p class="problem-head">
        <strong>{summary}</strong> <Place where={where} />
      </p>
      {why !== undefined && <p>{why}</p>}
      <Frame frame={frame} />
      {fix !== undefined && <p>{fix}</p>}
      {section !== undefined && <p>See {section}</p>}
    </>
  );
}

/** The lines around a place. */
export function Frame({ frame }: { readonly frame: string | undefined }) {
  if (frame === undefined) return null;
  return (
    <pre class="frame" tabIndex={0} role="group" aria-label="The lines around it">
      {frame}
    </pre>
  );
}

export function Place({ where }: { readonly where: SourcePlace | undefined }) {
  const page = usePage();
  const project = useStore(page.project);
  if (where === undefined) return null;
  const text = [where.path, where.line, where.column].filter((part) => part !== undefined).join(':');
  if (project?.opens !== true) return <code>{text}</code>;
  return (
    <button
      type="button"
      class="quiet source"
      aria-label={`Open ${text} in the editor`}
      onClick={() => void page.open(where)}
    >
      {text}
    </button>
  );
}
