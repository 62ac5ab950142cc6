import { Input } from './input.js';
import { type Draft, type DraftValue, isDraft, ownOf, pathText } from './draft.js';
import { type FieldError, messageAt } from './errors.js';
import { type Field, type FieldProps, itemOf, membersOf } from './field.js';
import { MAX_DEPTH } from './values.js';

/** A field with its label, description and error. */
export function FieldRow(props: FieldProps) {
  const { field, path, action, form } = props;
  const at = pathText(path);
  const error = form.errors.get(at);
  const id = `${form.id}-${at}`;
  if (field.type === 'object' || field.type === 'list') return <Group {...props} {...{ error, id }} />;
  return (
    <div class="field" data-type={field.type} data-wrong={error !== undefined}>
      <div class="field-head">
        <label for={id}>
          {field.label}
          <Mark field={field} />
        </label>
        {action ?? <span class="field-type tiny muted">{typeWords(field)}</span>}
      </div>
      <Input {...props} {...{ error, id }} />
      <Fault error={error} id={`${id}-fault`} />
      <About field={field} id={`${id}-about`} />
    </div>
  );
}

interface GroupProps extends FieldProps {
  readonly error: FieldError | undefined;
  readonly id: string;
}

function Group({ error, id, action, ...props }: GroupProps) {
  const { field, value } = props;
  return (
    <fieldset class="field group" aria-describedby={`${id}-about ${id}-fault`} data-wrong={error !== undefined}>
      <legend>
        {field.label}
        <Mark field={field} />
      </legend>
      {action}
      <About field={field} id={`${id}-about`} />
      {field.type === 'list' ? (
        <List {...props} items={Array.isArray(value) ? (value as readonly DraftValue[]) : []} />
      ) : (
        <Members {...props} draft={isDraft(value) ? value : undefined} />
      )}
      <Fault error={error} id={`${id}-fault`} />
    </fieldset>
  );
}

/** The fields of an object. An optional object starts with a button that adds it. */
function Members({ field, path, draft, form }: FieldProps & { readonly draft: Draft | undefined }) {
  const { label, isRequired } = field;
  // A recursive schema would never end.
  if (draft === undefined && (!isRequired || path.length > MAX_DEPTH)) {
    return (
      <button type="button" onClick={() => form.set(path, {})}>
        Add {label}
      </button>
    );
  }
  return (
    <div class="members column">
      {membersOf(field).map((member) => {
        const { name } = member;
        return <FieldRow key={name} field={member} path={[...path, name]} value={ownOf(draft, name)} form={form} />;
      })}
      {!isRequired && (
        <button type="button" class="quiet muted" onClick={() => form.set(path, undefined)}>
          Remove {label}
        </button>
      )}
    </div>
  );
}

function List({ field, path, items, form }: FieldProps & { readonly items: readonly DraftValue[] }) {
  const empty: DraftValue = itemOf(field, 0).type === 'object' ? {} : '';
  const replace = (list: readonly DraftValue[]) => form.set(path, list.length === 0 ? undefined : list);
  const removal = (index: number) => (
    <button
      type="button"
      class="quiet muted"
      aria-label={`Remove ${field.label} ${index + 1}`}
      onClick={() => replace(items.toSpliced(index, 1))}
    >
      Remove
    </button>
  );
  return (
    <div class="members column">
      {items.map((value, index) => {
        const props = { field: itemOf(field, index), path: [...path, index], value, form };
        return <FieldRow key={index} {...props} action={removal(index)} />;
      })}
      <button type="button" onClick={() => replace([...items, empty])}>
        Add to {field.label}
      </button>
    </div>
  );
}

function Mark({ field }: { readonly field: Field }) {
  // The user has added the items of a list, so they need no mark.
  if (!field.isRequired || /^\d+$/.test(field.name)) return null;
  return (
    <span class="mark" title="required">
      <span aria-hidden="true">*</span>
      <span class="hidden">required</span>
    </span>
  );
}

function typeWords({ type, isCompleted }: Field): string {
  const words = { lines: 'text', 'date-time': 'date and time', json: 'JSON' }[type as string] ?? type;
  return isCompleted && words === 'text' ? 'text · suggestions' : words;
}

/** The types whose elements do not show the default as a placeholder. */
const WITHOUT_PLACEHOLDER: ReadonlySet<string> = new Set(['date', 'date-time', 'list', 'object']);

function About({ field, id }: { readonly field: Field; readonly id: string }) {
  const { description, rules, whenEmpty, isSecret, type } = field;
  const initial = whenEmpty !== undefined && WITHOUT_PLACEHOLDER.has(type) ? [`default: ${whenEmpty}`] : [];
  const notes = [
    ...(description === undefined ? [] : [description]),
    ...rules,
    ...initial,
    ...(isSecret ? ['not stored'] : []),
  ];
  if (notes.length === 0) return null;
  return (
    <p class="about tiny muted" id={id}>
      {notes.join(' · ')}
    </p>
  );
}

function Fault({ error, id }: { readonly error: FieldError | undefined; readonly id: string }) {
  if (error === undefined) return null;
  return (
    <p class="fault small" id={id}>
      {messageAt(error)}
    </p>
  );
}
