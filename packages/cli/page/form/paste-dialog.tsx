import { useState } from 'preact/hooks';
import { Dialog } from '../shell/dialog.js';
import { objectIn } from './typed.js';

interface Props {
  /** The names of the arguments. */
  readonly names: readonly string[];
  readonly value: Readonly<Record<string, unknown>>;
  readonly onValues: (values: Readonly<Record<string, unknown>>) => void;
  readonly onClose: () => void;
}

/** All arguments as one JSON, to copy and to paste. */
export function PasteDialog({ names, value, onValues, onClose }: Props) {
  const [text, setText] = useState(() => JSON.stringify(value, null, 2));
  const parsed = objectIn(text);
  const unknown = Object.keys(parsed ?? {}).filter((name) => !names.includes(name));
  const isReady = parsed !== undefined && unknown.length === 0;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (isReady) onValues(parsed);
    if (isReady) onClose();
  };
  return (
    <Dialog title="Arguments as JSON" onClose={onClose}>
      <form onSubmit={submit}>
        <label for="paste">One object with all of them</label>
        <textarea
          id="paste"
          class="code"
          rows={12}
          spellcheck={false}
          value={text}
          aria-describedby="paste-fault"
          onInput={({ currentTarget }) => setText(currentTarget.value)}
        />
        <p class="fault" id="paste-fault" role="alert">
          {parsed === undefined && 'This is not a JSON object yet.'}
          {unknown.length > 0 && `There is no argument ${unknown.join(', ')}.`}
        </p>
        <p class="actions">
          <button type="submit" class="primary" disabled={!isReady}>
            Fill in
          </button>
          <button type="button" onClick={onClose}>
            Cancel
          </button>
        </p>
      </form>
    </Dialog>
  );
}
