import { type DraftValue, isDraft, pathText } from './draft.js';
import { type FieldError, messageAt } from './errors.js';
import type { Field, FieldProps } from './field.js';
import { useForm } from './form-context.js';
import { Input } from './input.js';
import { ListInput, ObjectInput } from './nested-input.js';

/** A field with its label, description and error. */
export function FieldRow({ field, path, value, action }: FieldProps) {
  const { id, errors } = useForm();
  const at = pathText(path);
  const error = errors.get(at);
  const own = `${id}-${at}`;
  if (field.type === 'object' || field.type === 'list')
    return <Group {...{ field, path, value, error, action, own }} />;
  return (
    <div class="field" data-type={field.type} data-wrong={error !== undefined}>
      <div class="field-head">
        <label for={own}>
          {field.label}
          <Mark field={field} />
        </label>
        {action ?? <span class="field-type">{typeWords(field)}</span>}
      </div>
      <Input {...{ field, path, own, error }} value={value} />
      <About field={field} id={`${own}-about`} />
      <Fault error={error} id={`${own}-fault`} />
    </div>
  );
}

interface GroupProps extends FieldProps {
  readonly error: FieldError | undefined;
  readonly own: string;
}

function Group({ field, path, value, error, action, own }: GroupProps) {
  const isList = field.type === 'list';
  const items = Array.isArray(value) ? (value as readonly DraftValue[]) : [];
  return (
    <fieldset class="field group" aria-describedby={`${own}-about ${own}-fault`} data-wrong={error !== undefined}>
      <legend>
        {field.label}
        <Mark field={field} />
      </legend>
      {action}
      <About field={field} id={`${own}-about`} />
      {isList ? (
        <ListInput {...{ field, path, items }} row={FieldRow} />
      ) : (
        <ObjectInput {...{ field, path }} value={isDraft(value) ? value : undefined} row={FieldRow} />
      )}
      <Fault error={error} id={`${own}-fault`} />
    </fieldset>
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
  const words = { lines: 'text', choice: 'one of', 'date-time': 'date, time', json: 'JSON' }[type as string] ?? type;
  return isCompleted && words === 'text' ? 'text · suggestions' : words;
}

/** The types whose elements do not show the default as a placeholder. */
const SHOWS_NOT: ReadonlySet<string> = new Set(['date', 'date-time', 'list', 'object']);

function About({ field, id }: { readonly field: Field; readonly id: string }) {
  const { description, rules, whenEmpty, isSecret, type } = field;
  const initial = whenEmpty !== undefined && SHOWS_NOT.has(type) ? [`${whenEmpty} if left empty`] : [];
  const notes = [
    ...(description === undefined ? [] : [description]),
    ...rules,
    ...initial,
    ...(isSecret ? ['not kept'] : []),
  ];
  if (notes.length === 0) return null;
  return (
    <p class="about" id={id}>
      {notes.join(' · ')}
    </p>
  );
}

function Fault({ error, id }: { readonly error: FieldError | undefined; readonly id: string }) {
  if (error === undefined) return null;
  return (
    <p class="fault" id={id}>
      {messageAt(error)}
    </p>
  );
}
