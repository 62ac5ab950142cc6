import type { DefinitionDetail } from '../../src/api.js';
import { usePage } from '../state/page.js';
import { Disclosure } from './disclosure.js';
import { LabelForm } from './label-form.js';
import { LabelHistory } from './label-history.js';
import { expectedOf, type LabelPlace, placeText, sinceText } from './place.js';

interface Props {
  readonly detail: DefinitionDetail;
  readonly place: LabelPlace;
}

/** A label: where it is, since when, and what can be done with it. */
export function LabelRow({ detail, place }: Props) {
  const { label, version, record } = place;
  const isKnown = version === undefined || [detail, ...detail.versions].some((each) => each.version === version);
  return (
    <li>
      <p>
        <strong>{label}</strong> {version && <code>{placeText(version, record?.percent)}</code>}
        {isKnown || ', which is not served here'}
      </p>
      <p class="muted">{sinceText(place)}</p>
      <div class="label-actions">
        <Move {...{ detail, place }} />
        {record && (
          <Disclosure words="History" about={label}>
            {() => <LabelHistory record={record} />}
          </Disclosure>
        )}
      </div>
    </li>
  );
}

/** Moves a label here, if it is nowhere else than it was seen. */
function Move({ detail: { kind, name, version }, place: { label, record, ...place } }: Props) {
  const { api } = usePage();
  const isHere = place.version === version;
  const address = { kind, name, label, expect: expectedOf(record) };
  return (
    <Disclosure words={isHere ? 'Change' : 'Move here'} about={label}>
      {(close) => (
        <LabelForm
          action={isHere ? 'Save' : `Move to ${version}`}
          percent={record?.percent ?? null}
          change={(given) => api.moveLabel({ ...address, to: `${name}@${version}`, ...given })}
          remove={address.expect !== null && ((given) => api.removeLabel({ ...address, ...given }))}
          onClose={close}
        />
      )}
    </Disclosure>
  );
}
