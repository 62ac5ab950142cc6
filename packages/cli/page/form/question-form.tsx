import type { ElicitResult } from '@cuecard/core';
import { useMemo, useState } from 'preact/hooks';
import type { Question } from '../state/asking.js';
import { type Draft, ownOf, withValue } from './draft.js';
import { FieldRow } from './field-row.js';
import { fieldsOf, type Schema } from './field.js';
import { type FormContext, FormProvider } from './form-context.js';
import { valuesOf } from './values.js';

interface Props {
  readonly question: Question;
  readonly onReply: (result: ElicitResult) => void;
}

/** A question of the server to the user. */
export function QuestionForm({ question, onReply }: Props) {
  const { message, requestedSchema } = question.request;
  const fields = useMemo(() => fieldsOf(requestedSchema as unknown as Schema), [requestedSchema]);
  const [draft, setDraft] = useState<Draft>({});
  const { values, missing, faults } = valuesOf(fields, draft);
  const form: FormContext = {
    id: `question-${question.key}`,
    set: (path, value) => setDraft((former) => withValue(former, path, value)),
    errors: new Map([...faults].map(([argument, fault]) => [argument, { argument, message: fault }])),
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (missing.length === 0 && faults.size === 0)
      onReply({ action: 'accept', content: values as NonNullable<ElicitResult['content']> });
  };
  return (
    <form class="question" onSubmit={submit} aria-labelledby={`${form.id}-title`}>
      <p class="question-from">The server asks</p>
      <h2 id={`${form.id}-title`}>{message}</h2>
      <FormProvider value={form}>
        {fields.map((field) => (
          <FieldRow key={field.name} field={field} path={[field.name]} value={ownOf(draft, field.name)} />
        ))}
      </FormProvider>
      <p class="actions">
        <button type="submit" class="primary" disabled={missing.length > 0 || faults.size > 0}>
          Answer
        </button>
        <button type="button" onClick={() => onReply({ action: 'decline' })}>
          Decline
        </button>
      </p>
    </form>
  );
}
