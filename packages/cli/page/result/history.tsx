import { withoutFences } from '../content/fences.js';
import { useStore } from '../state/store.js';
import { type Shown, textIn } from '../state/shown.js';
import { sizeText, timeText } from './measures.js';
import type { TabProps } from './result.js';

/** The results of this visit, newest first. */
export function History({ workbench }: TabProps) {
  const history = useStore(workbench.results.history);
  if (history.length === 0) return <p class="empty">There is no result yet.</p>;
  return (
    <ol class="history">
      {history.map((shown) => (
        <li key={shown.at}>
          <div>
            <p>
              <time>{timeOf(shown)}</time> <code>{shown.name}</code>
              <span class="muted">
                {sizeText(shown.answer.bytes)} · {timeText(shown.answer.ms)}
              </span>
            </p>
            <p class="excerpt">{withoutFences(textIn(shown.answer)).slice(0, 160)}</p>
          </div>
          <button
            type="button"
            aria-label={`Use these values of ${timeOf(shown)}`}
            onClick={() => workbench.restore(shown.draft)}
          >
            Use these values
          </button>
        </li>
      ))}
    </ol>
  );
}

export function timeOf({ at }: Shown): string {
  return new Date(at).toLocaleTimeString('en-GB');
}
