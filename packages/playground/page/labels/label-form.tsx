import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { usePage, wordsOf } from '../state/page.js';

/** What someone has filled in. */
export interface GivenChange {
  readonly label?: string;
  readonly why?: string;
  readonly percent?: number | null;
}

type Change = (given: GivenChange) => Promise<void>;

/** What is asked for besides the reason. */
interface Asked {
  /** Whether the label is to be named first. */
  readonly asksLabel?: boolean | undefined;
  /** The percentage now; without it, none is asked for. */
  readonly percent?: number | null | undefined;
}

interface Props extends Asked {
  /** The words of the button. */
  readonly action: string;
  readonly change: Change;
  /** Removes the label from the store, where it can be removed. */
  readonly remove?: Change | false;
  readonly onClose: () => void;
}

/** Asks for the reason of a change, and makes it. What the store has against it stands below. */
export function LabelForm({ action, change, remove, asksLabel, percent, onClose }: Props) {
  const page = usePage();
  const form = useRef<HTMLFormElement>(null);
  const [fault, setFault] = useState<string>();
  useLayoutEffect(() => form.current?.querySelector('input')?.focus(), []);
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const isRemoval = event.submitter?.getAttribute('name') === 'removal';
    try {
      if (form.current !== null) await (isRemoval && remove ? remove : change)(givenIn(form.current));
      page.say('The label has moved');
      onClose();
    } catch (error) {
      setFault(wordsOf(error));
    }
    page.outdate(); // It may be elsewhere than it was seen.
  };
  return (
    <form
      ref={form}
      class="label-form"
      aria-label={action}
      onSubmit={(event) => void submit(event)}
      onKeyDown={({ key }) => key === 'Escape' && onClose()}
    >
      <Fields {...{ asksLabel, percent }} />
      <p role="alert" class="fault">
        {fault}
      </p>
      <Buttons {...{ action, onClose }} isRemovable={Boolean(remove)} />
    </form>
  );
}

function Fields({ asksLabel, percent }: Asked) {
  return (
    <>
      {asksLabel && (
        <label>
          Label
          <input name="label" required />
        </label>
      )}
      <label>
        Reason
        <input name="why" maxLength={1000} />
      </label>
      {percent !== undefined && (
        <label>
          Percentage of callers
          <input name="percent" type="number" min={0} max={100} step="any" defaultValue={percent ?? ''} />
        </label>
      )}
    </>
  );
}

interface ButtonsProps extends Pick<Props, 'action' | 'onClose'> {
  readonly isRemovable: boolean;
}

function Buttons({ action, isRemovable, onClose }: ButtonsProps) {
  return (
    <p class="actions">
      <button type="submit" class="primary">
        {action}
      </button>
      {isRemovable && (
        // A button named `remove` would hide the form's own function.
        <button type="submit" name="removal">
          Remove
        </button>
      )}
      <button type="button" onClick={onClose}>
        Cancel
      </button>
    </p>
  );
}

function givenIn(form: HTMLFormElement): GivenChange {
  const given = new FormData(form);
  const [label, why, percent] = ['label', 'why', 'percent'].map((name) => String(given.get(name) ?? '').trim());
  return {
    ...(label && { label }),
    ...(why && { why }),
    ...(given.has('percent') && { percent: percent ? Number(percent) : null }),
  };
}
