import type { ComponentChildren } from 'preact';

interface Props {
  readonly label: string;
  readonly class: string;
  /** The id of the panel that shows the current tab. */
  readonly panel: string;
  readonly tabs: readonly { readonly id: string; readonly title: ComponentChildren }[];
  /** The id of the current tab. */
  readonly current: string;
  readonly onChoose: (id: string) => void;
}

/** Tabs. Only the current tab can have the focus, and the arrow keys choose the next. */
export function Tabs({ label, class: name, panel, tabs, current, onChoose }: Props) {
  const move = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = tabs.at((tabs.findIndex(({ id }) => id === current) + step) % tabs.length)?.id ?? current;
    onChoose(next);
    document.getElementById(`tab-${next}`)?.focus();
  };
  return (
    <div class={name} role="tablist" aria-label={label} onKeyDown={move}>
      {tabs.map(({ id, title }) => (
        <button
          type="button"
          role="tab"
          id={`tab-${id}`}
          aria-selected={id === current}
          aria-controls={panel}
          tabIndex={id === current ? 0 : -1}
          onClick={() => onChoose(id)}
        >
          {title}
        </button>
      ))}
    </div>
  );
}
