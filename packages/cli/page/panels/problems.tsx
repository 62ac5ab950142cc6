import { useState } from 'preact/hooks';
import type { ProjectProblem } from '../../src/playground/options.js';
import { Pre } from '../content/json.js';
import { PageLink } from '../shell/page-link.js';
import { Place } from '../shell/source-link.js';
import { hashOf } from '../state/address.js';
import { usePage } from '../state/page.js';
import { useStore } from '../state/store.js';

/** The first error, above everything: the server still serves the last good state. */
export function ProblemsBanner() {
  const page = usePage();
  const problems = useStore(page.problems);
  const address = useStore(page.address);
  const [isFolded, setFolded] = useState(false);
  const isListed = hashOf(address) === hashOf({ panel: 'problems' });
  const [first, ...others] = isListed ? [] : problems.filter(({ severity }) => severity === 'error');
  return (
    <div role="alert">
      {first !== undefined && (
        <section class="banner small" aria-label="Problem">
          <button type="button" class="quiet muted" aria-expanded={!isFolded} onClick={() => setFolded(!isFolded)}>
            {isFolded ? 'Show' : 'Hide'}
          </button>
          <ProblemText problem={first} isFolded={isFolded} />
          {!isFolded && (
            <p class="muted">
              Serving the last working version until this is fixed.{' '}
              {others.length > 0 && <PageLink to={{ panel: 'problems' }}>Show {others.length} more</PageLink>}
            </p>
          )}
        </section>
      )}
    </div>
  );
}

/** All problems of the project. */
export function ProblemsPanel() {
  const problems = useStore(usePage().problems);
  return (
    <div class="panel">
      <h1>Problems</h1>
      {problems.length === 0 && <p class="empty muted">No problems.</p>}
      {problems.map((problem) => (
        <section class="problem small" data-severity={problem.severity} aria-label={problem.summary}>
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
      <p class="problem-head row">
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
export function Frame({
  frame,
  label = 'Source code',
}: {
  readonly frame: string | undefined;
  readonly label?: string;
}) {
  return frame === undefined ? null : (
    <Pre class="frame" label={label}>
      {frame}
    </Pre>
  );
}
