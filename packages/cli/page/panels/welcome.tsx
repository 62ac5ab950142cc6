import { hashOf } from '../state/address.js';
import { usePage } from '../state/page.js';
import { useStore } from '../state/store.js';

/** What is shown while nothing is chosen. */
export function Welcome() {
  const page = usePage();
  const entries = useStore(page.entries) ?? [];
  const project = useStore(page.project);
  const first = entries.find(({ isChosen, deprecated }) => isChosen && deprecated === undefined);
  return (
    <div class="welcome">
      <h1>{project?.title ?? project?.name}</h1>
      <p>Choose what to try. It renders while you type, and again whenever you save.</p>
      {first !== undefined && (
        <p>
          <a
            class="button primary"
            href={hashOf(first)}
            onClick={(event) => (event.preventDefault(), page.go({ kind: first.kind, name: first.name }))}
          >
            Try {first.title ?? first.name}
          </a>
        </p>
      )}
      <p class="muted">
        <kbd>/</kbd> searches, <kbd>?</kbd> lists all keys.
      </p>
    </div>
  );
}
