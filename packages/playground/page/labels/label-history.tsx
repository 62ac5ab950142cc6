import { useEffect, useState } from 'preact/hooks';
import type { LabelMove, LabelRecord } from '@cuecard/labels';
import { usePage, wordsOf } from '../state/page.js';
import { Disclosure } from './disclosure.js';
import { LabelForm } from './label-form.js';
import { authorText, expectedOf, placeText } from './place.js';

/** The moves of a label, newest first. */
export function LabelHistory({ record }: { readonly record: LabelRecord }) {
  const { api } = usePage();
  const [moves, setMoves] = useState<readonly LabelMove[]>([]);
  const [fault, setFault] = useState<string>();
  useEffect(() => {
    const controller = new AbortController();
    const load = async () => {
      setMoves(await api.labelHistory(record, controller.signal));
      setFault(undefined);
    };
    void load().catch((error: unknown) => controller.signal.aborted || setFault(wordsOf(error)));
    return () => controller.abort();
  }, [record.revision]);
  return (
    <>
      {fault !== undefined && <p class="fault">{fault}</p>}
      <ol>
        {moves.map((move, index) => (
          <Move key={move.revision} move={move} isLast={index === 0} record={record} />
        ))}
      </ol>
    </>
  );
}

interface MoveProps {
  readonly move: LabelMove;
  readonly isLast: boolean;
  readonly record: LabelRecord;
}

/** A move. From the last one, the label goes back to where it was before; from another, to where that has put it. */
function Move({ move, isLast, record }: MoveProps) {
  const { api } = usePage();
  const { kind, name, label, from, fromPercent, version, percent, revision, forced } = move;
  const [before, after] = [placeText(from, fromPercent), placeText(version, percent)];
  const target = isLast ? before : after;
  const action = `Roll back to ${target}`;
  const rollback = { kind, name, label, expect: expectedOf(record), ...(!isLast && { revision }) };
  return (
    <li>
      <p>
        <code>{before}</code> → <code>{after}</code>
        {forced && ', forced'}
      </p>
      <p class="muted">{authorText(move)}</p>
      {target !== placeText(record.version, record.percent) && (
        <Disclosure words={action}>
          {(close) => (
            <LabelForm
              action={action}
              change={(given) => api.rollBackLabel({ ...rollback, ...given })}
              onClose={close}
            />
          )}
        </Disclosure>
      )}
    </li>
  );
}
