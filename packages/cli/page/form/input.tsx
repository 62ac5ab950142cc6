import { Combobox } from './combobox.js';
import type { FieldError } from './errors.js';
import type { Field, FieldProps } from './field.js';

interface InputProps extends FieldProps {
  readonly error: FieldError | undefined;
  readonly id: string;
}

/** More choices than fit into a list are suggested. */
const MAX_CHOICES = 40;

/** The element into which a value is typed. */
export function Input({ field, path, id, error, value, form }: InputProps) {
  const text = value === undefined ? '' : String(value);
  const common = {
    id,
    'aria-describedby': `${id}-about ${id}-fault`,
    'aria-invalid': error !== undefined,
    'aria-required': field.isRequired,
  } as const;
  const onText: OnText = ({ currentTarget }) => form.set(path, currentTarget.value);
  switch (elementOf(field, form.complete !== undefined && !text.includes('\n'))) {
    case 'choice':
      return <Choice {...{ common, field, text }} onChange={onText} />;
    case 'combobox':
      return <Combobox {...{ common, field, text, form }} onText={(typed) => form.set(path, typed)} />;
    case 'lines':
      return <Lines {...{ common, field, text }} onInput={onText} />;
    default:
      return <Line {...{ common, field, text }} onInput={onText} />;
  }
}

function elementOf({ type, choices, isSecret, isCompleted }: Field, canComplete: boolean): string {
  if (choices.length > 0) return choices.length <= MAX_CHOICES ? 'choice' : 'combobox';
  if (isSecret) return 'line';
  const isText = type === 'text' || type === 'lines';
  if (isText && isCompleted && canComplete) return 'combobox';
  return type === 'lines' || type === 'json' ? 'lines' : 'line';
}

function Line({ common, field, text, onInput }: PartProps & { readonly onInput: OnText }) {
  return (
    <input
      {...common}
      {...typeOf(field, text)}
      value={text}
      placeholder={field.whenEmpty}
      autocomplete={field.isSecret ? 'new-password' : 'off'}
      spellcheck={false}
      onInput={onInput}
    />
  );
}

export type InputAttributes = Readonly<Record<string, string | boolean>>;

type OnText = (event: { readonly currentTarget: { readonly value: string } }) => void;

interface PartProps {
  readonly common: InputAttributes;
  readonly field: Field;
  readonly text: string;
}

function Choice({ common, field, text, onChange }: PartProps & { readonly onChange: OnText }) {
  const isKnown = text === '' || field.choices.some(({ value }) => value === text);
  return (
    <select {...common} value={text} onChange={onChange}>
      <option value="">{field.whenEmpty === undefined ? '' : `${field.whenEmpty} (default)`}</option>
      {!isKnown && <option value={text}>{text}</option>}
      {field.choices.map(({ value, title }) => (
        <option value={value}>{title}</option>
      ))}
    </select>
  );
}

function Lines({ common, field, text, onInput }: PartProps & { readonly onInput: OnText }) {
  const count = text.split('\n').length;
  const rows = field.type === 'json' ? Math.max(3, count) : Math.max(text.length > 60 ? 3 : 1, count);
  return (
    <textarea
      {...common}
      class={field.type === 'json' || count > 1 ? 'code' : undefined}
      rows={Math.min(14, rows)}
      value={text}
      placeholder={field.whenEmpty}
      spellcheck={false}
      onInput={onInput}
    />
  );
}

type Typed =
  | { readonly type: 'text'; readonly inputMode?: 'decimal' | 'numeric' }
  | { readonly type: 'date' }
  | { readonly type: 'datetime-local' }
  | { readonly type: 'password' };

/** The type of the `input`: text, if another type could not show the value. */
function typeOf({ type, isSecret }: Field, text: string): Typed {
  if (isSecret) return { type: 'password' };
  if (type === 'number') return { type: 'text', inputMode: 'decimal' };
  if (type === 'integer') return { type: 'text', inputMode: 'numeric' };
  if (type === 'date' && /^(\d{4}-\d\d-\d\d)?$/.test(text)) return { type: 'date' };
  if (type === 'date-time' && /^(\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?)?$/.test(text)) return { type: 'datetime-local' };
  return { type: 'text' };
}
