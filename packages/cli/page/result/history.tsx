import { withoutFences } from '../content/fences.js';
import { textIn, valuesText } from '../state/item-result.js';
import { useStore } from '../state/store.js';
import { sizeText, timeOf, timeText } from './measures.js';
import type { ItemProps } from './result.js';

/** The results of this visit, newest first. */
export function History({ workbench }: ItemProps) {
  const history = useStore(workbench.results.history);
  if (history.length === 0) return <p class="empty muted">No result yet.</p>;
  return (
    <ol class="history small">
      {history.map(({ at, name, answer, draft }) => (
        <li key={at}>
          <div>
            <p>
              <time>{timeOf(at)}</time> <code>{name}</code>{' '}
              <span class="muted">
                {sizeText(answer.bytes)} · {timeText(answer.ms)}
              </span>
            </p>
            <p class="values">{valuesText(draft)}</p>
            <p class="excerpt muted">{withoutFences(textIn(answer)).slice(0, 160)}</p>
          </div>
          <button
            type="button"
            aria-label={`Use these values from ${timeOf(at)}`}
            onClick={() => workbench.restore(draft)}
          >
            Use these values
          </button>
        </li>
      ))}
    </ol>
  );
}
