import { useEffect, useState } from 'preact/hooks';
import type { DefinitionDetail, StoredLabels as Stored } from '../../src/api.js';
import { usePage, wordsOf } from '../state/page.js';
import { useStore } from '../state/store.js';
import { Disclosure } from './disclosure.js';
import { LabelForm } from './label-form.js';
import { LabelRow } from './label-row.js';
import { placesOf } from './place.js';

interface Props {
  readonly detail: DefinitionDetail;
}

/** The labels of a name that a store keeps, and what moves them. */
export function StoredLabels({ detail }: Props) {
  const page = usePage();
  const generation = useStore(page.generation);
  const [stored, setStored] = useState<Stored>();
  const [fault, setFault] = useState<string>();
  const { kind, name } = detail;
  useEffect(() => {
    const controller = new AbortController();
    const load = async () => {
      setStored(await page.api.labels(kind, name, controller.signal));
      setFault(undefined);
    };
    void load().catch((error: unknown) => controller.signal.aborted || setFault(wordsOf(error)));
    return () => controller.abort();
  }, [generation, kind, name]);
  const notice = fault ?? (stored && noticeOf(stored));
  return (
    <section class="stored-labels" aria-labelledby="labels">
      <h2 id="labels">Labels</h2>
      {notice !== undefined && (
        <p class="notice" role="status">
          {notice}
        </p>
      )}
      {stored && (
        <>
          <ul>
            {placesOf(detail, stored.records).map((place) => (
              <LabelRow key={place.label} detail={detail} place={place} />
            ))}
          </ul>
          <AnotherLabel detail={detail} />
        </>
      )}
    </section>
  );
}

/** Puts a label on this version that no version has. */
function AnotherLabel({ detail: { kind, name, version } }: Props) {
  const { api } = usePage();
  const move = { kind, label: '', to: `${name}@${version}`, expect: null };
  return (
    <Disclosure words="Another label">
      {(close) => (
        <LabelForm
          action={`Put it on ${version}`}
          change={(given) => api.moveLabel({ ...move, ...given })}
          asksLabel
          percent={null}
          onClose={close}
        />
      )}
    </Disclosure>
  );
}

const NOTICES = {
  fresh: undefined,
  starting: 'The store of labels has not answered yet.',
  stale: 'The store of labels cannot be reached: this is what was known last, and no label can be moved.',
  behind:
    'The store has lost moves of labels: this is what was known last. No label can be moved until it is restored.',
  closed: 'The store of labels was closed: this is what was known last, and no label can be moved.',
} as const;

function noticeOf({ status, since }: Stored): string | undefined {
  const words = NOTICES[status];
  return words && `${words} Since ${new Date(since).toLocaleTimeString('en-GB')}.`;
}
