import { objectIn } from './typed.js';

interface Props {
  readonly id: string;
  readonly label: string;
  readonly text: string;
  readonly fault?: string | false | undefined;
  readonly onText: (text: string) => void;
}

/** A field for a JSON object. */
export function JsonField({ id, label, text, fault, onText }: Props) {
  return (
    <>
      <label for={id}>{label}</label>
      <textarea
        id={id}
        class="code"
        spellcheck={false}
        value={text}
        aria-describedby={`${id}-fault`}
        onInput={({ currentTarget }) => onText(currentTarget.value)}
      />
      <p class="fault small" id={`${id}-fault`} role="alert">
        {objectIn(text) === undefined ? 'Enter a JSON object.' : fault}
      </p>
    </>
  );
}
