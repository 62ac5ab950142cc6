import { useState } from 'preact/hooks';
import { Dialog } from '../shell/dialog.js';
import { JsonField } from './json-field.js';
import { objectIn } from './typed.js';

interface Props {
  /** The names of the arguments. */
  readonly names: readonly string[];
  readonly value: Readonly<Record<string, unknown>>;
  readonly onValues: (values: Readonly<Record<string, unknown>>) => void;
  readonly onClose: () => void;
}

/** All arguments as JSON, to copy and to paste. */
export function PasteDialog({ names, value, onValues, onClose }: Props) {
  const [text, setText] = useState(() => JSON.stringify(value, null, 2));
  const values = objectIn(text);
  const unknown = Object.keys(values ?? {}).filter((name) => !names.includes(name));
  return (
    <Dialog
      title="Arguments as JSON"
      action="Apply"
      isReady={values !== undefined && unknown.length === 0}
      onSubmit={() => values && onValues(values)}
      onClose={onClose}
    >
      <JsonField
        id="paste"
        label="JSON object with all arguments"
        text={text}
        fault={unknown.length > 0 && `Unknown argument: ${unknown.join(', ')}`}
        onText={setText}
      />
    </Dialog>
  );
}
