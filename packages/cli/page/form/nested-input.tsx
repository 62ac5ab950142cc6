import type { JSX } from 'preact';
import { type Draft, type DraftValue, ownOf, type Path } from './draft.js';
import { type Field, type FieldProps, itemOf, membersOf } from './field.js';
import { useForm } from './form-context.js';
import { MAX_DEPTH } from './values.js';

interface ObjectProps {
  readonly field: Field;
  readonly path: Path;
  readonly value: Draft | undefined;
  readonly row: Row;
}

/** Renders a nested field, which may have nested fields itself. */
type Row = (props: FieldProps) => JSX.Element;

/** The fields of an object. An optional object starts with a button that adds it. */
export function ObjectInput({ field, path, value, row: Each }: ObjectProps) {
  const { set } = useForm();
  // A recursive schema would never end.
  if (value === undefined && (!field.isRequired || path.length > MAX_DEPTH)) {
    return (
      <button type="button" onClick={() => set(path, {})}>
        Add {field.label}
      </button>
    );
  }
  return (
    <div class="members">
      {membersOf(field).map((member) => (
        <Each key={member.name} field={member} path={[...path, member.name]} value={ownOf(value, member.name)} />
      ))}
      {!field.isRequired && (
        <button type="button" class="quiet" onClick={() => set(path, undefined)}>
          Remove {field.label}
        </button>
      )}
    </div>
  );
}

interface ListProps {
  readonly field: Field;
  readonly path: Path;
  readonly items: readonly DraftValue[];
  readonly row: Row;
}

export function ListInput({ field, path, items, row: Each }: ListProps) {
  const { set } = useForm();
  const empty: DraftValue = itemOf(field, 0).type === 'object' ? {} : '';
  const replace = (list: readonly DraftValue[]) => set(path, list.length === 0 ? undefined : list);
  return (
    <div class="members">
      {items.map((item, index) => (
        <Each
          key={index}
          field={itemOf(field, index)}
          path={[...path, index]}
          value={item}
          action={
            <button
              type="button"
              class="quiet"
              aria-label={`Remove ${field.label} ${index + 1}`}
              onClick={() => replace(items.toSpliced(index, 1))}
            >
              Remove
            </button>
          }
        />
      ))}
      <button type="button" onClick={() => replace([...items, empty])}>
        Add to {field.label}
      </button>
    </div>
  );
}
