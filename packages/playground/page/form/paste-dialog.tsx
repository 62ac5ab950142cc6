import { useState } from 'preact/hooks';
import { Dialog } from '../shell/dialog.js';
import { nearest } from './nearest.js';

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
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (parsed === undefined || unknown.length > 0) return;
    onValues(parsed);
    onClose();
  };
  const rename = (from: string, to: string) => {
    const renamed = Object.entries(parsed ?? {}).map(([name, each]) => [name === from ? to : name, each]);
    setText(JSON.stringify(Object.fromEntries(renamed), null, 2));
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
        <div class="fault" id="paste-fault" role="alert">
          {parsed === undefined && <p>This is no JSON object yet.</p>}
          {unknown.map((name) => (
            <Unknown {...{ name, meant: nearest(name, names), rename }} />
          ))}
        </div>
        <p class="actions">
          <button type="submit" class="primary" disabled={parsed === undefined || unknown.length > 0}>
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

interface UnknownProps {
  readonly name: string;
  readonly meant: string | undefined;
  readonly rename: (from: string, to: string) => void;
}

function Unknown({ name, meant, rename }: UnknownProps) {
  return (
    <p>
      {name} is no argument.
      {meant !== undefined && (
        <button type="button" class="accept" onClick={() => rename(name, meant)}>
          Use “{meant}”
        </button>
      )}
    </p>
  );
}

function objectIn(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}
