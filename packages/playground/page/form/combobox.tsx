import { useEffect, useRef, useState } from 'preact/hooks';
import type { Field } from './field.js';
import { useForm } from './form-context.js';
import type { Common } from './input.js';

interface Props {
  readonly common: Common;
  readonly field: Field;
  readonly text: string;
  readonly onText: (text: string) => void;
}

/** A text with suggestions, which are there as soon as it has the focus. */
export function Combobox({ common, field, text, onText }: Props) {
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const found = useSuggestions(field, text, isOpen);
  const isShown = isOpen && found.length > 0;
  const list = `${String(common['id'])}-list`;
  const choose = (value: string) => {
    onText(value);
    setOpen(false);
    setActive(-1);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const chosen = found[active];
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      setOpen(true);
      setActive((at) => around(at + (event.key === 'ArrowDown' ? 1 : -1), found.length));
    } else if (event.key === 'Enter' && isShown && chosen !== undefined && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      choose(chosen);
    } else if (event.key === 'Escape' && isShown) {
      event.stopPropagation();
      setOpen(false);
    }
  };
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
        onInput={({ currentTarget }) => {
          setOpen(true);
          setActive(-1);
          onText(currentTarget.value);
        }}
      />
      <Suggestions {...{ list, found: isShown ? found : [], active, choose }} label={field.label} />
    </div>
  );
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

const WAIT_MS = 90;

function useSuggestions(field: Field, text: string, isOpen: boolean): readonly string[] {
  const { complete } = useForm();
  const [found, setFound] = useState<readonly string[]>([]);
  useEffect(() => {
    if (!isOpen) return undefined;
    const controller = new AbortController();
    const ask = async () => {
      const values = await (field.isCompleted && complete
        ? complete(field, text, controller.signal)
        : chosenFrom(field, text));
      // The only suggestion is what stands there already.
      if (!controller.signal.aborted) setFound(values.length === 1 && values[0] === text ? [] : values);
    };
    const timer = setTimeout(() => void ask().catch(() => setFound([])), WAIT_MS);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [field.name, text, isOpen]);
  return found;
}

function chosenFrom({ choices }: Field, text: string): readonly string[] {
  const typed = text.toLowerCase();
  return choices.flatMap(({ value }) => (value.toLowerCase().includes(typed) ? [value] : []));
}

function around(at: number, length: number): number {
  if (at < 0) return length - 1;
  return at >= length ? 0 : at;
}
