import type { ElicitResult } from '@cuecard/core';
import { useMemo, useState } from 'preact/hooks';
import type { Elicitation } from '../state/elicitor.js';
import { type Draft, ownOf, withValue } from './draft.js';
import { FieldRow } from './field-row.js';
import { fieldsOf, type Form, type Schema } from './field.js';
import { valuesOf } from './values.js';

interface Props {
  readonly elicitation: Elicitation;
  readonly onReply: (result: ElicitResult) => void;
}

/** The form of an elicitation. */
export function ElicitationForm({ elicitation, onReply }: Props) {
  const { message, requestedSchema } = elicitation.request;
  const fields = useMemo(() => fieldsOf(requestedSchema as unknown as Schema), [requestedSchema]);
  const [draft, setDraft] = useState<Draft>({});
  const { values, missing, faults } = valuesOf(fields, draft);
  const form: Form = {
    id: `elicitation-${elicitation.key}`,
    set: (path, value) => setDraft((former) => withValue(former, path, value)),
    errors: new Map([...faults].map(([argument, fault]) => [argument, { argument, message: fault }])),
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (missing.length === 0 && faults.size === 0)
      onReply({ action: 'accept', content: values as NonNullable<ElicitResult['content']> });
  };
  return (
    <form class="elicitation column" onSubmit={submit} aria-labelledby={`${form.id}-title`}>
      <p class="elicitation-from tiny">The server requests input</p>
      <h2 id={`${form.id}-title`}>{message}</h2>
      {fields.map((field) => (
        <FieldRow key={field.name} field={field} path={[field.name]} value={ownOf(draft, field.name)} form={form} />
      ))}
      <p class="actions row">
        <button type="submit" class="primary" disabled={missing.length > 0 || faults.size > 0}>
          Submit
        </button>
        <button type="button" onClick={() => onReply({ action: 'decline' })}>
          Decline
        </button>
      </p>
    </form>
  );
}
