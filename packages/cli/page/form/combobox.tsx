import { useEffect, useRef, useState } from 'preact/hooks';
import type { Field, Form } from './field.js';
import type { InputAttributes } from './input.js';
import { useLoaded } from '../state/loaded.js';

interface Props {
  readonly common: InputAttributes;
  readonly field: Field;
  readonly text: string;
  readonly form: Form;
  readonly onText: (text: string) => void;
}

/** A text field with suggestions, which appear on focus. */
export function Combobox({ common, ...props }: Props) {
  const { field, text } = props;
  const { found, active, isShown, choose, setOpen, onKeyDown, onInput } = useCombobox(props);
  const list = `${String(common['id'])}-list`;
  return (
    <div class="combobox">
      <input
        {...common}
        role="combobox"
        aria-expanded={isShown}
        aria-controls={list}
        aria-autocomplete="list"
        aria-activedescendant={isShown && active >= 0 ? `${list}-${active}` : undefined}
        autocomplete="off"
        spellcheck={false}
        value={text}
        placeholder={field.whenEmpty}
        onFocus={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        onKeyDown={onKeyDown}
        onInput={({ currentTarget }) => onInput(currentTarget.value)}
      />
      <Suggestions {...{ list, found: isShown ? found : [], active, choose }} label={field.label} />
    </div>
  );
}

function useCombobox({ field, text, form, onText }: Omit<Props, 'common'>) {
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const found = useSuggestions(field, { text, isOpen, form });
  const isShown = isOpen && found.length > 0;
  const take = (value: string, isOpenAfter: boolean) => {
    setOpen(isOpenAfter);
    setActive(-1);
    onText(value);
  };
  const move = (step: number) => {
    setOpen(true);
    setActive((at) => (Math.max(at, step < 0 ? 0 : -1) + step + found.length) % found.length || 0);
  };
  const keys: Readonly<Record<string, (() => void) | undefined>> = {
    ArrowDown: () => move(1),
    ArrowUp: () => move(-1),
    Enter: isShown && active >= 0 ? () => take(found[active] ?? text, false) : undefined,
    Escape: isShown ? () => setOpen(false) : undefined,
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const act = event.ctrlKey || event.metaKey ? undefined : keys[event.key];
    if (act === undefined) return;
    event.preventDefault();
    event.stopPropagation(); // Escape closes the suggestions, and nothing around them.
    act();
  };
  const [choose, onInput] = [(value: string) => take(value, false), (value: string) => take(value, true)];
  return { found, active, isShown, choose, setOpen, onKeyDown, onInput };
}

interface SuggestionsProps {
  readonly list: string;
  readonly label: string;
  readonly found: readonly string[];
  readonly active: number;
  readonly choose: (value: string) => void;
}

function Suggestions({ list, label, found, active, choose }: SuggestionsProps) {
  const element = useRef<HTMLUListElement>(null);
  useEffect(() => element.current?.children[active]?.scrollIntoView({ block: 'nearest' }), [active]);
  return (
    <ul id={list} ref={element} role="listbox" aria-label={`Suggestions for ${label}`} hidden={found.length === 0}>
      {found.map((value, index) => (
        <li
          id={`${list}-${index}`}
          role="option"
          aria-selected={index === active}
          onPointerDown={(event) => {
            event.preventDefault(); // The field keeps the focus.
            choose(value);
          }}
        >
          {value}
        </li>
      ))}
    </ul>
  );
}

const DELAY_MS = 90;

function useSuggestions(
  field: Field,
  { text, isOpen, form: { complete } }: { text: string; isOpen: boolean; form: Form },
): readonly string[] {
  const load = async (signal: AbortSignal) => {
    if (!isOpen) return [];
    const values = field.isCompleted && complete ? await complete(field, text, signal) : matchingChoices(field, text);
    // The only suggestion is the current text.
    return values.length === 1 && values[0] === text ? [] : values;
  };
  const found = useLoaded(load, { when: [field.name, text, isOpen], delayMs: DELAY_MS });
  return typeof found === 'object' ? found : [];
}

/** The maximum of a completion in the protocol. */
const MAX_SUGGESTIONS = 100;

function matchingChoices({ choices }: Field, text: string): readonly string[] {
  const typed = text.toLowerCase();
  return choices.flatMap(({ value }) => (value.toLowerCase().includes(typed) ? [value] : [])).slice(0, MAX_SUGGESTIONS);
}
