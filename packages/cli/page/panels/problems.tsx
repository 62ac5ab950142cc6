import { useState } from 'preact/hooks';
import type { ProjectProblem, SourcePlace } from '../../src/playground/options.js';
import { PageLink } from '../shell/page-link.js';
import { usePage } from '../state/page.js';
import { useStore } from '../state/store.js';

/** The first error, above everything: the server still serves the last good state. */
export function ProblemsBanner() {
  const problems = useStore(usePage().problems);
  const [isFolded, setFolded] = useState(false);
  const [first, ...others] = problems.filter(({ severity }) => severity === 'error');
  return (
    <div role="alert">
      {first !== undefined && (
        <section class="banner" aria-label="Problem">
          <button type="button" class="quiet" aria-expanded={!isFolded} onClick={() => setFolded(!isFolded)}>
            {isFolded ? 'Show' : 'Fold'}
          </button>
          <ProblemText problem={first} isFolded={isFolded} />
          {!isFolded && (
            <p class="muted">
              The last good state is served until this is fixed.{' '}
              {others.length > 0 && <PageLink to={{ panel: 'problems' }}>{others.length} more</PageLink>}
            </p>
          )}
        </section>
      )}
    </div>
  );
}

/** Everything that is wrong with the project. */
export function ProblemsPanel() {
  const problems = useStore(usePage().problems);
  return (
    <div class="panel">
      <h1>Problems</h1>
      {problems.length === 0 && <p class="empty">The project has no problems.</p>}
      {problems.map((problem) => (
        <section class="problem" data-severity={problem.severity} aria-label={problem.summary}>
          <ProblemText problem={problem} />
        </section>
      ))}
    </div>
  );
}

interface TextProps {
  readonly problem: ProjectProblem;
  readonly isFolded?: boolean;
}

function ProblemText({ problem, isFolded = false }: TextProps) {
  const { summary, why, fix, where, frame, section } = problem;
  return (
    <>
      <p class="problem-head">
        <strong>{summary}</strong> <Place where={where} />
      </p>
      {!isFolded && (
        <>
          {why !== undefined && <p>{why}</p>}
          <Frame frame={frame} />
          {fix !== undefined && <p>{fix}</p>}
          {section !== undefined && (
            <p>
              See{' '}
              <a href={section} target="_blank" rel="noreferrer">
                {section}
              </a>
            </p>
          )}
        </>
      )}
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
